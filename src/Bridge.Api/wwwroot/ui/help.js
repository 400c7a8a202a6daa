import { element, partsOf } from "./element.js";
import { nodesOf } from "./markdown.js";

const page = "/docs/troubleshooting.md";
const dialog = document.getElementById("help");
const title = document.getElementById("help-title");
const { text } = partsOf(dialog);

/** Shows the section about a problem type from the troubleshooting guide; the type's fragment is the section's anchor. */
export async function explain(type) {
  const anchor = type.split("#")[1];
  title.textContent = anchor;
  text.replaceChildren(...(await sectionOf(anchor)));
  dialog.showModal();
}

async function sectionOf(anchor) {
  try {
    const response = await fetch(page);
    const section = (await response.text()).split(/^#+ /m).find(part => part.split("\n", 1)[0] === anchor);
    return nodesOf(section.split("\n").slice(1).join("\n")).map(built);
  } catch {
    return [element("p", {}, "See docs/troubleshooting.md in the folder of Bridge.")];
  }
}

function built(node) {
  return typeof node === "string" ? node : element(node.tag, {}, ...node.children.map(built));
}
