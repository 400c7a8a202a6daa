/** What a game is called: its title, or its file where it has none. Pure. */
export function nameOf(game) {
  return game.title || game.file || "unnamed game";
}

/** What somebody who plays has to know of a game's save file and patch, as sentences. Pure. */
export function warningsOf({ save, patch }) {
  const warnings = [];
  if (save?.writable === false || save?.problem)
    warnings.push(`What this game saves is lost when it ends. ${save.problem ?? `${save.path} can't be written.`}`);
  if (patch && !patch.applied) warnings.push(`The patch ${patch.file} was not applied. ${patch.problem ?? ""}`.trim());
  return warnings;
}
