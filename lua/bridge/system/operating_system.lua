-- The system that mGBA runs on.
return { is_windows = package.config:sub(1, 1) == "\\" }
