const svg = "http://www.w3.org/2000/svg";
const [width, height, margin] = [120, 28, 2];

/** Draws the latest values as a line, scaled to its box; null is a gap. */
export class Plot {
  #values = [];
  #line = document.createElementNS(svg, "path");
  #maxValues;
  #unit;
  #floor;

  /** `floor` is always part of the value axis; without it, the axis fits the values. */
  constructor(name, { unit = "", maxValues = 120, floor = Infinity } = {}) {
    this.name = name;
    [this.#maxValues, this.#unit, this.#floor] = [maxValues, unit, floor];
    this.view = document.createElementNS(svg, "svg");
    this.view.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.view.setAttribute("preserveAspectRatio", "none");
    this.view.setAttribute("class", "plot");
    this.view.setAttribute("role", "img");
    this.view.append(this.#line);
  }

  add(value) {
    this.#values.push(value);
    if (this.#values.length > this.#maxValues) this.#values.shift();
    this.#draw();
  }

  #draw() {
    const known = this.#values.filter(value => value !== null);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const bottom = Math.min(low, this.#floor);
    const tall = high - bottom;
    const step = width / (this.#maxValues - 1);
    const begin = this.#maxValues - this.#values.length;
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
      ? `${this.name}: ${known.at(-1)}${this.#unit} now, ${low} to ${high} recently` : `${this.name}: no value yet`);
  }
}
