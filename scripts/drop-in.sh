# Functions of the scripts that run programs of others on azulejo-tiledb-java. Source this file.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/azulejo-drop-in.XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# clone DIR NAME COMMIT FILE: copies the checkout DIR to $work/NAME and goes there. Fails if FILE is
# missing; warns if the checkout is not at COMMIT, for which the expected numbers hold.
clone() {
  [ -e "$1" ] || fail "$1 does not exist; give a checkout of $2"
  git clone -q --no-hardlinks "$1" "$work/$2" 2>"$work/git" || fail "$1 is not a git checkout: $(cat "$work/git")"
  cd "$work/$2"
  [ -e "$4" ] || fail "$1 is not a checkout of $2: it has no $4"
  local head
  head=$(git rev-parse --short=7 HEAD)
  [ "$head" = "$3" ] || echo "warning: $2 is at $head; the expected numbers are those of $3" >&2
}

# Builds the drop-in. Sets drop_in to its JAR and drop_in_path to the JARs that it needs.
build_drop_in() {
  local version
  (cd "$root" && mvn -B -q -pl tiledb-java -am -DskipTests -DskipITs package dependency:build-classpath \
    -Dmdep.outputFile=target/class-path -Dmdep.includeScope=runtime) >"$work/build.log" 2>&1 ||
    { tail -20 "$work/build.log" >&2; fail "the drop-in could not be built"; }
  version=$(sed -n '/<parent>/,/<\/parent>/s|.*<version>\(.*\)</version>.*|\1|p' "$root/tiledb-java/pom.xml")
  drop_in=$root/tiledb-java/target/azulejo-tiledb-java-$version.jar
  [ -e "$drop_in" ] || fail "the build did not make $drop_in"
  drop_in_path=$(cat "$root/tiledb-java/target/class-path")
}

# libraries GROUP:ARTIFACT:VERSION...: prints the class path of these artifacts from Maven Central.
# Those that would bring TileDB-Java itself must not be among them.
libraries() {
  local folder=$work/libraries item
  mkdir -p "$folder"
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>libraries</groupId><artifactId>libraries</artifactId><version>1</version>'
    echo '<packaging>pom</packaging><dependencies>'
    for item in "$@"; do
      IFS=: read -r group artifact version <<<"$item"
      echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency>"
    done
    echo '</dependencies></project>'
  } >"$folder/pom.xml"
  (cd "$folder" && mvn -B -q dependency:build-classpath -Dmdep.outputFile=class-path) >"$folder/log" 2>&1 ||
    { tail -5 "$folder/log" >&2; fail "the libraries could not be fetched"; }
  cat "$folder/class-path"
}

# compile OUT CLASS_PATH FOLDER...: compiles all sources in the folders.
compile() {
  local out=$1 path=$2
  shift 2
  mkdir -p "$out"
  find "$@" -name '*.java' >"$out.sources"
  javac -nowarn -proc:none -encoding UTF-8 -d "$out" -cp "$path" @"$out.sources" >"$out.log" 2>&1 ||
    { grep -A3 'error:' "$out.log" | head -40 >&2; fail "the sources do not compile on the drop-in"; }
}

# require_origin LOG PACKAGE...: fails if a class of the packages in a -Xlog:class+load log came neither
# from the drop-in nor from the folder of compiled sources.
require_origin() {
  local log=$1 others
  others=$(grep -E ' io\.tiledb\.' "$log" | grep -v -F "$drop_in" | grep -v -F "source: file:$work/" |
    grep -E 'source: (file|jar):' || true)
  [ -z "$others" ] || fail "classes came from elsewhere: $others"
  grep -q -F "$drop_in" "$log" || fail "no class came from $drop_in"
}
