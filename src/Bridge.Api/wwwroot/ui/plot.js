const svg = "http://www.w3.org/2000/svg";
const [width, height, margin] = [120, 28, 2];

/** A line of the last values, in a box that scales; null is a gap. */
export class Plot {
  #values = [];
  #line = document.createElementNS(svg, "path");
  #most;
  #unit;
  #floor;

  /** `floor` is where the box begins at the most; without one it fits the values. */
  constructor(name, { unit = "", most = 120, floor = Infinity } = {}) {
    this.name = name;
    [this.#most, this.#unit, this.#floor] = [most, unit, floor];
    this.view = document.createElementNS(svg, "svg");
    this.view.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.view.setAttribute("preserveAspectRatio", "none");
    this.view.setAttribute("class", "plot");
    this.view.setAttribute("role", "img");
    this.view.append(this.#line);
  }

  add(value) {
    this.#values.push(value);
    if (this.#values.length > this.#most) this.#values.shift();
    this.#draw();
  }

  #draw() {
    const known = this.#values.filter(value => value !== null);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const bottom = Math.min(low, this.#floor);
    const tall = high - bottom;
    const step = width / (this.#most - 1);
    const begin = this.#most - this.#values.length;
    let path = "";
    let pen = "M";
    this.#values.forEach((value, i) => {
      if (value === null) return (pen = "M");
      const y = tall === 0 ? height / 2 : height - margin - ((value - bottom) / tall) * (height - 2 * margin);
      path += `${pen}${((begin + i) * step).toFixed(1)} ${y.toFixed(1)}`;
      return (pen = "L");
    });
    this.#line.setAttribute("d", path);
    this.view.setAttribute("aria-label", known.length
      ? `${this.name}: ${known.at(-1)}${this.#unit} now, ${low} to ${high} lately` : `${this.name}: nothing yet`);
  }
}
