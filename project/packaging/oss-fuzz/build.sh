#!/bin/bash -eu
# Builds the fuzz targets for OSS-Fuzz into $OUT, from the clone in $SRC/sparkwire. There are two for each
# target of tests/fuzz: the input of `databus` is the bytes, the input of `databus-edits` chooses edits of
# known values. The files in tests/fuzz/databus are the corpus of the first.
cd "$SRC/sparkwire"

# The classes are compiled for Java 17, and a run has the Java of the image.
classpath=${FUZZ_CLASSPATH:-$(project/sbt --error 'print spark/Test/fuzzClassPath' | tail -n 1)}

# Jars and folders of classes in the order of the class path. The image has a Jazzer of its own.
mkdir -p "$OUT/classpath"
runtime=
number=100
IFS=:
for entry in $classpath; do
  case $(basename "$entry") in jazzer-*) continue ;; esac
  number=$((number + 1))
  name=$number-$(basename "$entry")
  cp -rL "$entry" "$OUT/classpath/$name"
  runtime=$runtime:\$here/classpath/$name
done

# Classes of older releases of Kafka, which the tests load from their jars by a list of paths.
mkdir -p "$OUT/releases"
list=$(find "$OUT/classpath" -name kafka-releases.txt)
while read -r release; do
  moved=
  for jar in $release; do
    cp -L "$jar" "$OUT/releases/"
    moved=$moved:releases/$(basename "$jar")
  done
  echo "${moved#:}"
done <"$list" >"$OUT/releases.txt"
unset IFS
mv "$OUT/releases.txt" "$list"

# What the targets read: known values to edit, and layouts.
mkdir -p "$OUT/tests" "$OUT/docs"
cp -r tests/vectors tests/ignite-node "$OUT/tests/"
cp -r docs/layouts "$OUT/docs/"
mkdir -p "$OUT/tests/fuzz"

wrapper() {
  local fuzzer=$1 target=$2 more=$3 longest=$4
  cat >"$OUT/$fuzzer" <<WRAPPER
#!/bin/bash
# LLVMFuzzerTestOneInput: OSS-Fuzz finds fuzzers by this name.
here=\$(cd "\$(dirname "\$0")" && pwd)
# Paths of files that the fuzzer reads or writes may be relative to where it was started.
arguments=()
for one in "\$@"; do
  if [ -e "\$one" ]; then one=\$(realpath "\$one"); fi
  arguments+=("\$one")
done
cd "\$here"
LD_LIBRARY_PATH="${JVM_LD_LIBRARY_PATH:-}:\$here" exec "\$here/jazzer_driver" \\
  --agent_path="\$here/jazzer_agent_deploy.jar" \\
  --cp="${runtime#:}" \\
  --target_class=sparkwire.fuzz.FuzzRun \\
  --instrumentation_includes='sparkwire.**' \\
  --instrumentation_excludes='sparkwire.fuzz.**' \\
  --custom_hook_includes='sparkwire.**:org.apache.avro.**:com.fasterxml.jackson.**' \\
  --jvm_args="-Xmx2g:-Xss8m:-Djdk.attach.allowAttachSelf=true:-Dsparkwire.fuzz=$target$more:--add-opens=java.base/java.nio=ALL-UNNAMED:--add-opens=java.base/sun.nio.ch=ALL-UNNAMED" \\
  "\${arguments[@]}"
WRAPPER
  chmod +x "$OUT/$fuzzer"
  printf '[libfuzzer]\nmax_len = %s\ntimeout = 60\n' "$longest" >"$OUT/$fuzzer.options"
}

for folder in tests/fuzz/[a-z]*/; do
  target=$(basename "$folder")
  cp -r "$folder" "$OUT/tests/fuzz/"
  wrapper "$target" "$target" "" 4096
  wrapper "$target-edits" "$target" ":-Dsparkwire.fuzz.input=edits" 64
  jar --create --no-manifest --file "$OUT/${target}_seed_corpus.zip" -C "$folder" .
done
