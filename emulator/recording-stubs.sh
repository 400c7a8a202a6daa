#!/bin/sh
# Makes libraries in FOLDER in place of FFmpeg's: emulator/recording-stubs.sh LIBMGBA FOLDER
# libmgba needs FFmpeg only to record, which the host never does. FFmpeg and its codecs are ten times as large as the rest of the image.
set -eu
mgba=$1 folder=$2

mkdir -p "$folder"
objdump -p "$mgba" | sed -nE 's/^ *NEEDED *(lib(av|sw)[a-z]+)\.so\.([0-9]+)$/\1 \3/p' | while read -r name number; do
  version=$(echo "${name}_$number" | tr a-z A-Z)
  echo "$version { *; };" >"$folder/version"
  {
    echo "#include <stdlib.h>"
    nm -D --undefined-only "$mgba" | sed -n "s/^ *U \(.*\)@$version\$/void \1(void) { abort(); }/p"
  } | gcc -shared -fPIC -xc - -o "$folder/$name.so.$number" -Wl,-soname,"$name.so.$number" \
    -Wl,--version-script="$folder/version"
done
rm "$folder/version"
