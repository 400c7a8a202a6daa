// A browser only says that a text doesn't match the requested format. Here it says the format, which is the field's title.
document.addEventListener("invalid", ({ target }) => {
  if (target.validity.patternMismatch && target.title) target.setCustomValidity(target.title);
}, true);
document.addEventListener("input", ({ target }) => target.setCustomValidity?.(""));
