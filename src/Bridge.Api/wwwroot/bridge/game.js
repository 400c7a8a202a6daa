/** Returns the game's title, or its file name when it has no title. Pure. */
export function nameOf(game) {
  return game.title || game.file || "unnamed game";
}

/** Returns warnings about the game's save file and patch, as sentences for the player. Pure. */
export function warningsOf({ save, patch }) {
  const warnings = [];
  if (save?.writable === false || save?.problem)
    warnings.push(`Saves of this game are lost when it ends. ${save.problem ?? `${save.path} can't be written.`}`);
  if (patch && !patch.applied) warnings.push(`The patch ${patch.file} was not applied. ${patch.problem ?? ""}`.trim());
  return warnings;
}
