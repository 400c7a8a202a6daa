/** Creates an element with children. Names with a dash, and role, are set as attributes, all others as properties. */
export function element(tag, properties = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") created.setAttribute(name, value);
    else created[name] = value;
  }
  created.append(...children);
  return created;
}

/** Returns the elements with a data-part attribute, by its value in camel case. */
export function partsOf(root) {
  return Object.fromEntries([...root.querySelectorAll("[data-part]")].map(part => [camelCase(part.dataset.part), part]));
}

/** Fills a select with options: texts, or pairs of value and text. Keeps the selected value if the new options have it. */
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
