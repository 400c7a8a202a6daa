/** Returns the games whose names contain all words of `text`; case and accents are ignored. Pure. */
export function findGames(games, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return games.filter(({ name }) => {
    const letters = plain(name);
    return words.every(word => letters.includes(word));
  });
}

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
