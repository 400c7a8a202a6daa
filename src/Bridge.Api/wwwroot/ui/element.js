/** An element with properties, attributes (those with a dash, and role) and children. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
}

/** The elements of a piece of markup by the names in data-part. */
export function partsOf(root) {
  return Object.fromEntries([...root.querySelectorAll("[data-part]")].map(part => [camelCase(part.dataset.part), part]));
}

/** Fills a select with options; each is a text, or a pair of value and text. What was chosen stays if it is still there. */
export function fill(select, options) {
  const chosen = select.value;
  select.replaceChildren(...options.map(option => {
    const [value, text] = Array.isArray(option) ? option : [option, option];
    return element("option", { value }, text);
  }));
  if (options.some(option => (Array.isArray(option) ? option[0] : option) === chosen)) select.value = chosen;
}

function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}
