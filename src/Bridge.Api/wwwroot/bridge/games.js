/** The games whose names have all words of `text`, whatever their case and accents. Pure. */
export function gamesLike(games, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return games.filter(({ name }) => {
    const letters = plain(name);
    return words.every(word => letters.includes(word));
  });
}

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
