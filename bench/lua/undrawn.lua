-- The core alone, without a picture.
_host.setDrawing(false)
