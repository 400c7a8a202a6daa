// Swagger UI's search box finds groups by the beginning of their name. Here it finds operations by words of their path and summary, and
// opens the groups that have some. Swagger UI's own way to change a function, a plug-in, needs eval, which the page's policy forbids.

const box = ".operation-filter-input";
const wordsOf = text => text.toLowerCase().split(/\s+/).filter(Boolean);

function textOf(group, operation) {
  return [group, operation.get("method"), operation.get("path"), operation.getIn(["operation", "summary"], "")].join(" ").toLowerCase();
}

/** Returns the groups, which are a map of Immutable.js, with those of their operations that contain all words. */
function find(groups, text) {
  const words = wordsOf(text);
  return groups
    .map((group, name) => group.update("operations", operations => operations.filter(
      operation => words.every(word => textOf(name, operation).includes(word)))))
    .filter(group => group.get("operations").size > 0);
}

function improve({ fn, layoutActions, specSelectors }) {
  fn.opsFilter = find;
  document.addEventListener("input", ({ target }) => {
    if (!target.matches(box)) return;
    const isSearching = wordsOf(target.value).length > 0;
    for (const name of specSelectors.taggedOperations().keySeq()) layoutActions.show(["operations-tag", name], isSearching);
  });
}

// Swagger UI creates the box again each time that it has loaded the document.
new MutationObserver(() => {
  const field = document.querySelector(box);
  if (!field || field.placeholder === "Search") return;
  field.placeholder = "Search";
  field.setAttribute("aria-label", "Search");
}).observe(document, { childList: true, subtree: true });

// Swagger UI is created by the handler of the same event.
addEventListener("load", () => setTimeout(() => improve(window.ui)));
