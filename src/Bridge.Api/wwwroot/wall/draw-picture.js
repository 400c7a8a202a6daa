/** Draws a picture of a response on a canvas, which takes its size. */
export async function drawPicture(canvas, png) {
  const picture = await createImageBitmap(png);
  if (canvas.width !== picture.width || canvas.height !== picture.height)
    [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  picture.close();
}
