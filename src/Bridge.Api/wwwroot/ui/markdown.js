const marks = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]*\))/;
const tags = { "`": "code", "**": "strong", "*": "em" };

/**
 * Parses the Markdown of the guides: paragraphs, lists, `code`, *emphasis* and **strong emphasis**. A link becomes its text. Returns
 * nodes with a tag and children, which are nodes and texts. Pure.
 */
export function nodesOf(markdown) {
  return markdown.trim().split(/\n\s*\n/).flatMap(block => {
    const [before, ...items] = block.split(/^- /m);
    return [
      ...(before.trim() ? [{ tag: "p", children: spansOf(before.trim()) }] : []),
      ...(items.length > 0 ? [{ tag: "ul", children: items.map(item => ({ tag: "li", children: spansOf(item.trim()) })) }] : []),
    ];
  });
}

function spansOf(text) {
  return text.split(marks).filter(Boolean).flatMap(span => {
    if (!marks.test(span)) return [span];
    if (span[0] === "[") return spansOf(span.slice(1, span.indexOf("](")));
    const mark = span.startsWith("**") ? "**" : span[0];
    const inner = span.slice(mark.length, -mark.length);
    return [{ tag: tags[mark], children: mark === "`" ? [inner] : spansOf(inner) }];
  });
}
