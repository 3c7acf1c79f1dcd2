// The arm in 3-D. Positions of links come from the library (core.js); here they are only drawn.
import {
  AmbientLight, ArrowHelper, Box3, BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry,
  DirectionalLight, DoubleSide, GridHelper, Group, HemisphereLight, Line, LineBasicMaterial, LineDashedMaterial,
  LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, PerspectiveCamera, Plane, PlaneGeometry,
  Quaternion, Raycaster, Scene, SphereGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
import {OrbitControls} from "three/examples/jsm/controls/OrbitControls.js";
import {bytesOf, unpack} from "./data.js";
import {palette, style} from "./dom.js";

const sphere = new SphereGeometry(1, 24, 16);
const rod = new CylinderGeometry(1, 1, 1, 20);
const up = new Vector3(0, 1, 0);

function matrixOf(p, at = 0) {
  return new Matrix4().set(p[at], p[at + 1], p[at + 2], p[at + 3], p[at + 4], p[at + 5], p[at + 6], p[at + 7],
    p[at + 8], p[at + 9], p[at + 10], p[at + 11], 0, 0, 0, 1);
}

const linkColour = (i) => new Color(palette[i % 6]).lerp(new Color("#b8bec6"), i % 2 ? 0.35 : 0.5);

// Three lines along the axes, in colours that are told apart.
function axes(size) {
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array([0, 0, 0, size, 0, 0, 0, 0, 0, 0, size, 0, 0, 0, 0, 0, 0, size]), 3));
  const c = [palette[1], palette[2], palette[0]].flatMap((x) => {
    const k = new Color(x);
    return [k.r, k.g, k.b, k.r, k.g, k.b];
  });
  g.setAttribute("color", new BufferAttribute(new Float32Array(c), 3));
  return new LineSegments(g, new LineBasicMaterial({vertexColors: true, depthTest: false}));
}

// Meshes of the page, as geometries: each is unpacked once.
export async function openMeshes(robot) {
  return Promise.all((robot.meshes || []).map(async (m) => {
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(await unpack(m.points, 4)), 3));
    g.setIndex(new BufferAttribute(new Uint32Array(await unpack(m.triangles, 4)), 1));
    g.computeVertexNormals();
    return g;
  }));
}

function shapeMesh(shape, meshes, material) {
  const [a, b, c] = shape.size || [1, 1, 1];
  if (shape.kind === "box") return new Mesh(new BoxGeometry(a, b, c), material);
  if (shape.kind === "sphere") return new Mesh(new SphereGeometry(a, 24, 16), material);
  if (shape.kind === "cylinder") {
    const g = new CylinderGeometry(a, a, b, 28);
    g.rotateX(Math.PI / 2); // three's stand along y, a URDF's along z
    return new Mesh(g, material);
  }
  return new Mesh(meshes[shape.mesh], material);
}

// How far a shape goes from its link's origin, at most.
function shapeReach(shape, meshes) {
  const [a, b, c] = shape.size || shape.scale || [1, 1, 1], p = shape.pose;
  let reach = shape.kind === "box" ? Math.hypot(a, b, c) / 2 : shape.kind === "cylinder" ? Math.hypot(a, b / 2) : a;
  if (shape.kind === "mesh") {
    meshes[shape.mesh].computeBoundingSphere();
    const ball = meshes[shape.mesh].boundingSphere;
    reach = (ball.center.length() + ball.radius) * Math.max(Math.abs(a), Math.abs(b), Math.abs(c));
  }
  return reach + Math.hypot(p[3], p[7], p[11]);
}

// One arm: what is drawn of a robot, moved by poses.
export class Arm {
  constructor(robot, meshes, tint = null) {
    this.robot = robot;
    this.n = robot.joints.length;
    this.root = new Group(); // the base in the world
    this.root.matrixAutoUpdate = false;
    this.root.matrix.copy(matrixOf(robot.base));
    this.size = Math.max(robot.reach || 0, 0.2, ...(robot.shapes || []).map((s) => shapeReach(s, meshes)));
    this.radius = 0.035 * this.size;
    const faulty = new Map();
    for (const p of robot.problems || [])
      if (p.link >= 0 && p.severity !== "note") faulty.set(p.link, p.severity);
    this.materials = [];
    this.links = [];
    for (let i = 0; i <= this.n; i++) {
      const colour = tint && i > 0 ? new Color(tint).lerp(new Color("#ffffff"), i % 2 ? 0.25 : 0.05) : i ? linkColour(i - 1) : new Color("#7c828a");
      const material = new MeshStandardMaterial({color: colour, roughness: 0.55, metalness: 0.15, side: DoubleSide});
      if (faulty.has(i)) {
        material.emissive = new Color(faulty.get(i) === "error" ? "#d55e00" : "#e69f00");
        material.emissiveIntensity = 0.75;
      }
      this.materials.push(material);
      const group = new Group();
      group.matrixAutoUpdate = false;
      this.links.push(group);
      this.root.add(group);
    }
    this.bodies = new Group();
    this.root.add(this.bodies);
    this.withShapes = new Set();
    for (const shape of robot.shapes || []) this.addShape(shape, meshes);
    this.addBars();
    this.addMarks();
  }

  addShape(shape, meshes) {
    let material = this.materials[shape.link];
    if (shape.colour && !material.emissiveIntensityOf) {
      material = material.clone();
      material.color = new Color(shape.colour[0], shape.colour[1], shape.colour[2]);
      material.opacity = shape.colour[3];
      material.transparent = shape.colour[3] < 1;
    }
    const mesh = shapeMesh(shape, meshes, material);
    mesh.matrixAutoUpdate = false;
    mesh.matrix.copy(matrixOf(shape.pose));
    if (shape.scale) mesh.matrix.scale(new Vector3(...shape.scale));
    this.links[shape.link].add(mesh);
    this.withShapes.add(shape.link);
  }

  // Without shapes a link is the way from frame to frame: along the joint's axis, then across.
  addBars() {
    const bar = (link, thick) => {
      const m = new Mesh(rod, this.materials[link]);
      m.matrixAutoUpdate = false;
      this.bodies.add(m);
      return {m, link, thick};
    };
    const ball = (link, thick) => {
      const m = new Mesh(sphere, this.materials[link]);
      m.matrixAutoUpdate = false;
      this.bodies.add(m);
      return {m, link, thick};
    };
    this.bars = [];
    this.pins = [];
    const thin = (i) => this.radius * (1 - (0.55 * i) / Math.max(1, this.n));
    const axis = this.robot.convention === "axis", mdh = this.robot.convention === "mdh";
    for (let i = 1; i <= this.n; i++) {
      const first = axis || mdh ? i - 1 : i, second = axis ? i - 1 : i;
      const slides = this.robot.joints[i - 1].type === "prismatic";
      this.bars.push({first: bar(first, thin(i - 1) * (slides ? 0.7 : 1)), second: bar(second, thin(i)), corner: ball(second, thin(i))});
      this.pins.push({pin: bar(first, thin(i - 1) * 1.35), slides});
    }
    this.toolBar = bar(this.n, thin(this.n) * 0.6);
    this.foot = new Mesh(new CylinderGeometry(this.radius * 2.4, this.radius * 2.8, this.radius, 32), this.materials[0]);
    this.foot.rotation.x = Math.PI / 2;
    if (!this.withShapes.has(0)) this.root.add(this.foot);
    this.bodies.visible = this.withShapes.size === 0;
    this.foot.visible = this.withShapes.size === 0;
  }

  addMarks() {
    this.frames = new Group();
    this.centres = new Group();
    this.ellipsoids = new Group();
    const mass = Math.max(1e-9, ...this.robot.joints.map((j) => j.mass));
    this.frameAxes = [];
    for (let i = 0; i <= this.n + 1; i++) {
      const a = axes(this.size * (i > this.n ? 0.13 : 0.09));
      a.matrixAutoUpdate = false;
      a.renderOrder = 5;
      this.frameAxes.push(a);
      this.frames.add(a);
    }
    this.robot.joints.forEach((j, i) => {
      const dot = new Mesh(sphere, new MeshBasicMaterial({color: palette[4], depthTest: false, transparent: true, opacity: 0.9}));
      dot.renderOrder = 4;
      const r = this.radius * 0.9 * Math.cbrt(Math.max(j.mass, 0) / mass) + 1e-6;
      const holder = new Group();
      holder.matrixAutoUpdate = false;
      dot.position.set(...j.com);
      dot.scale.setScalar(r);
      dot.visible = j.mass > 0;
      holder.add(dot);
      this.centres.add(holder);
      const shell = new Group();
      shell.matrixAutoUpdate = false;
      if (j.ellipsoid) {
        const e = new Mesh(sphere, new MeshStandardMaterial({color: palette[3], transparent: true, opacity: 0.35, depthWrite: false}));
        e.matrixAutoUpdate = false;
        const R = j.ellipsoid.slice(3);
        e.matrix.set(R[0], R[1], R[2], j.com[0], R[3], R[4], R[5], j.com[1], R[6], R[7], R[8], j.com[2], 0, 0, 0, 1);
        e.matrix.scale(new Vector3(...j.ellipsoid.slice(0, 3).map((x) => Math.max(x, 1e-4))));
        shell.add(e);
      }
      this.ellipsoids.add(shell);
      holder.userData.link = shell.userData.link = i + 1;
    });
    this.force = new ArrowHelper(new Vector3(0, 0, 1), new Vector3(), 0.1, palette[1], 0.04, 0.025);
    this.force.visible = false;
    this.handle = new Mesh(sphere, new MeshBasicMaterial({color: palette[1], transparent: true, opacity: 0.85, depthTest: false}));
    this.handle.renderOrder = 6;
    this.handle.scale.setScalar(this.radius * 0.75);
    this.handle.visible = false;
    this.root.add(this.frames, this.centres, this.ellipsoids, this.force, this.handle);
    this.frames.visible = this.centres.visible = this.ellipsoids.visible = false;
  }

  setBar(bar, from, to) {
    const along = to.clone().sub(from), length = along.length();
    bar.m.visible = length > 1e-6;
    if (!bar.m.visible) return;
    bar.m.matrix.compose(from.clone().add(to).multiplyScalar(0.5), new Quaternion().setFromUnitVectors(up, along.normalize()),
      new Vector3(bar.thick, length, bar.thick));
    bar.m.matrixWorldNeedsUpdate = true;
  }

  // Poses of links 0…n and the hand: 12 numbers each, base frame.
  setPoses(p) {
    const frames = [];
    for (let i = 0; i <= this.n + 1; i++) frames.push(matrixOf(p, 12 * i));
    const origin = (i) => new Vector3().setFromMatrixPosition(frames[i]);
    const direction = (i, k) => new Vector3().setFromMatrixColumn(frames[i], k);
    for (let i = 0; i <= this.n; i++) this.links[i].matrix.copy(frames[i]);
    for (let i = 1; i <= this.n; i++) {
      const j = this.robot.joints[i - 1], from = origin(i - 1), to = origin(i);
      let corner = to.clone(), axis = direction(i - 1, 2), at = from.clone();
      if (this.robot.convention === "dh") corner = to.clone().addScaledVector(direction(i, 0), -j.a);
      if (this.robot.convention === "mdh") {
        corner = from.clone().addScaledVector(direction(i - 1, 0), j.a);
        axis = direction(i, 2);
        at = corner.clone();
      }
      if (this.robot.convention === "axis") {
        axis = new Vector3(...j.axis).normalize().transformDirection(frames[i]);
        at = to.clone();
      }
      const b = this.bars[i - 1], pin = this.pins[i - 1];
      this.setBar(b.first, from, corner);
      this.setBar(b.second, corner, to);
      b.corner.m.matrix.makeScale(b.corner.thick, b.corner.thick, b.corner.thick).setPosition(corner);
      const half = pin.pin.thick * (pin.slides ? 0.9 : 1.25);
      this.setBar(pin.pin, at.clone().addScaledVector(axis, -half), at.clone().addScaledVector(axis, half));
    }
    this.setBar(this.toolBar, origin(this.n), origin(this.n + 1));
    this.hand = origin(this.n + 1);
    this.handPose = Array.from(p.subarray ? p.subarray(12 * (this.n + 1), 12 * (this.n + 2)) : p.slice(12 * (this.n + 1)));
    this.handle.position.copy(this.hand);
    for (let i = 0; i <= this.n + 1; i++) this.frameAxes[i].matrix.copy(frames[i]);
    for (const g of [...this.centres.children, ...this.ellipsoids.children]) g.matrix.copy(frames[g.userData.link]);
    this.root.updateMatrixWorld(true);
  }

  // Corners of what the links' shapes take up, in the world.
  corners() {
    this.root.updateMatrixWorld(true);
    return [...this.withShapes].flatMap((i) => {
      const box = new Box3().setFromObject(this.links[i]);
      return box.isEmpty() ? [] : [box.min, box.max];
    });
  }

  // The base in the world, by x y z roll pitch yaw.
  setBase(x) {
    const m = new Matrix4().makeRotationZ(x[5]).multiply(new Matrix4().makeRotationY(x[4])).multiply(new Matrix4().makeRotationX(x[3]));
    this.root.matrix.copy(m.setPosition(x[0], x[1], x[2]));
    this.root.updateMatrixWorld(true);
  }

  setForce(f, scale) {
    const size = Math.hypot(f[0], f[1], f[2]);
    this.force.shown = size > 0;
    this.force.visible = this.force.shown && this.force.wanted !== false;
    if (!this.force.visible) return;
    const length = this.size * Math.min(0.45, Math.max(0.02, (0.3 * size) / scale));
    this.force.position.copy(this.hand);
    this.force.setDirection(new Vector3(...f).normalize());
    this.force.setLength(length, 0.25 * length, 0.15 * length);
  }

  // A line through x y z of a path in the base frame.
  addPath(columns, count, colour, dashed) {
    const points = [];
    const every = Math.max(1, Math.floor(count / 4000));
    for (let i = 0; i < count; i += every)
      if (Number.isFinite(columns[0][i] + columns[1][i] + columns[2][i])) points.push(columns[0][i], columns[1][i], columns[2][i]);
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    const material = dashed
      ? new LineDashedMaterial({color: colour, dashSize: 0.015 * this.size, gapSize: 0.012 * this.size})
      : new LineBasicMaterial({color: colour});
    const line = new Line(g, material);
    if (dashed) line.computeLineDistances();
    this.root.add(line);
    return line;
  }
}

// The stage: one canvas, an arm or several beside each other, one camera.
export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({canvas, antialias: true, preserveDrawingBuffer: true});
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.camera = new PerspectiveCamera(40, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.request());
    this.arms = [];
    this.scenes = [];
    new ResizeObserver(() => this.request()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.request());
  }

  // Every arm has a scene of its own, so that several stand beside each other.
  setArms(arms, surfaces = []) {
    this.arms = arms;
    this.scenes = arms.map((arm, i) => {
      const scene = new Scene();
      scene.add(new HemisphereLight(0xffffff, 0x8890a0, 1.6), new AmbientLight(0xffffff, 0.5));
      const sun = new DirectionalLight(0xffffff, 2.2);
      sun.position.set(2, -3, 5);
      scene.add(sun);
      const span = 2 * Math.ceil(1.3 * arm.size * 2) / 2;
      const grid = new GridHelper(span, Math.round(span / (arm.size > 0.6 ? 0.2 : 0.05)), 0x8a93a0, 0x8a93a0);
      grid.rotation.x = Math.PI / 2;
      grid.material.transparent = true;
      grid.material.opacity = 0.35;
      scene.add(grid, arm.root);
      arm.grid = grid;
      if (surfaces[i]) arm.root.add(this.plate(surfaces[i], arm.size));
      return scene;
    });
    this.aim();
  }

  plate(surface, size) {
    const plate = new Mesh(new PlaneGeometry(0.9 * size, 0.9 * size), new MeshStandardMaterial({color: "#9aa4b2", transparent: true, opacity: 0.55, side: DoubleSide}));
    plate.position.set(...surface.point);
    plate.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...surface.normal).normalize());
    return plate;
  }

  aim(points = null) {
    const size = Math.max(...this.arms.map((a) => a.size), 0.2);
    const centre = new Vector3(0, 0, 0.35 * size);
    let radius = 0.75 * size;
    if (points && points.length) {
      const low = new Vector3(Infinity, Infinity, Infinity), high = new Vector3(-Infinity, -Infinity, -Infinity);
      for (const p of points) {
        low.min(p);
        high.max(p);
      }
      centre.copy(low).add(high).multiplyScalar(0.5);
      radius = Math.max(0.6 * high.distanceTo(low), 0.25 * size);
    }
    const distance = radius / Math.tan((20 * Math.PI) / 180);
    this.camera.position.copy(centre).add(new Vector3(0.62, -0.78, 0.42).normalize().multiplyScalar(1.15 * distance));
    this.camera.near = distance / 100;
    this.camera.far = 30 * distance;
    this.controls.target.copy(centre);
    this.controls.update();
    this.request();
  }

  request() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.render());
  }

  render() {
    this.waiting = false;
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    if (!width || !height) return;
    const ratio = this.renderer.getPixelRatio();
    if (this.canvas.width !== Math.floor(width * ratio) || this.canvas.height !== Math.floor(height * ratio))
      this.renderer.setSize(width, height, false);
    const background = new Color(style("--stage"));
    const columns = this.scenes.length > 2 && width < 1400 ? Math.ceil(this.scenes.length / 2) : Math.max(1, this.scenes.length);
    const rows = Math.ceil(this.scenes.length / columns) || 1;
    const w = width / columns, h = height / rows;
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.renderer.setScissorTest(false);
    this.renderer.setClearColor(background);
    this.renderer.clear();
    this.renderer.setScissorTest(true);
    this.cells = [];
    this.scenes.forEach((scene, i) => {
      const x = (i % columns) * w, y = height - (Math.floor(i / columns) + 1) * h;
      scene.background = background;
      this.renderer.setViewport(x, y, w, h);
      this.renderer.setScissor(x, y, w, h);
      this.renderer.render(scene, this.camera);
      this.cells.push({left: x, top: height - y - h, width: w, height: h});
    });
    this.placed?.(this.cells);
  }

  // Drags the hand of the first arm: `moved` gets a point in the base frame.
  dragHand(moved, released = () => {}) {
    const ray = new Raycaster(), at = new Vector2(), plane = new Plane(), hit = new Vector3();
    let dragging = false;
    const aimRay = (event) => {
      const box = this.canvas.getBoundingClientRect(), cell = this.cells?.[0] ?? {left: 0, top: 0, width: box.width, height: box.height};
      at.set((2 * (event.clientX - box.left - cell.left)) / cell.width - 1, 1 - (2 * (event.clientY - box.top - cell.top)) / cell.height);
      ray.setFromCamera(at, this.camera);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      const arm = this.arms[0];
      if (!arm?.handle.visible) return;
      aimRay(event);
      const world = arm.handle.getWorldPosition(new Vector3());
      if (ray.ray.distanceToPoint(world) > 2.5 * arm.handle.scale.x) return;
      plane.setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new Vector3()), world);
      dragging = true;
      this.controls.enabled = false;
      this.canvas.setPointerCapture(event.pointerId);
      event.stopImmediatePropagation();
    }, {capture: true});
    this.canvas.addEventListener("pointermove", (event) => {
      if (!dragging) return;
      aimRay(event);
      if (ray.ray.intersectPlane(plane, hit)) moved(this.arms[0].root.worldToLocal(hit.clone()));
    });
    const stop = () => {
      if (!dragging) return;
      dragging = false;
      this.controls.enabled = true;
      released();
    };
    this.canvas.addEventListener("pointerup", stop);
    this.canvas.addEventListener("pointercancel", stop);
  }

  // Where a point of an arm's base frame is on the page, in pixels of the canvas.
  project(arm, point) {
    const p = arm.root.localToWorld(point.clone()).project(this.camera);
    const cell = this.cells?.[this.arms.indexOf(arm)] ?? {left: 0, top: 0, width: this.canvas.clientWidth, height: this.canvas.clientHeight};
    return {x: cell.left + ((p.x + 1) / 2) * cell.width, y: cell.top + ((1 - p.y) / 2) * cell.height};
  }
}
