// Bundles the page's script and style into FOLDER (default: dist). The same sources and locked packages give the same bytes.
import {build} from "esbuild";
import {readFileSync, writeFileSync} from "node:fs";

const folder = process.argv[2] ?? "dist";
const result = await build({
  entryPoints: ["src/main.js"], bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8",
  legalComments: "none", outdir: folder, entryNames: "page", write: false, logLevel: "warning",
});
for (const file of result.outputFiles) {
  // inside a page: nothing may end its script or style
  const text = file.text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  writeFileSync(`${folder}/page.${file.path.endsWith(".css") ? "css" : "js"}`, text);
}
const licences = ["three", "uplot"].map((name) => {
  const {version} = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `${name} ${version}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}\n`;
});
writeFileSync(`${folder}/LICENSES`, `page.js and page.css contain, beside Ulna's own text:\n\n${licences.join("\n---\n\n")}`);
