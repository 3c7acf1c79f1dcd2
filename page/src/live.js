// A live page: rows as they come from the run that serves it. docs/page.md, "Live".
//
// app.page (run_page.js) takes what arrives: append(row) one number for each column of run 0, null for NaN;
// event({t, kind, what, detail}). app.page.stage.dragHand(moved, released) tells where a hand is dragged to, in the base
// frame. app.root is where a panel of one's own goes.
export function startLive(app) {
  void app;
}
