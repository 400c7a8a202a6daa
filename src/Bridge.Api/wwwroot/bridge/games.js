/** Returns the games whose names contain all words of `text`; case and accents are ignored. Pure. */
export function findGames(games, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return games.filter(({ name }) => {
    const letters = plain(name);
    return words.every(word => letters.includes(word));
  });
}

/** Returns the size of a game's file as a text. Pure. */
export function sizeOf(bytes) {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1).replace(".0", "")} MiB`;
}

/** Returns how many games a search has found. Pure. */
export function foundText(found, all) {
  const games = `${all} ${all === 1 ? "game" : "games"}`;
  return all === 0 ? "The ROM folder contains no games." : found === 0 ? `No match in ${games}.`
    : found < all ? `${found} of ${games}` : games;
}

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
