root=$(CDPATH='' cd -- "$folder/.." && pwd -P) || exit 6
jar=$root/lib/azulejo.jar
if [ ! -f "$jar" ]; then
  say "$jar not found; unpack the archive again, and link to bin/azulejo instead of moving it"
  exit 6
fi

# The archive for faster starts is in the user's cache folder, one for each Java, location and build.
case $XDG_CACHE_HOME in
  /*) cache=$XDG_CACHE_HOME ;;
  *) cache=${HOME:+$HOME/.cache} ;;
esac
state=${cache:+$cache/azulejo/${runtime:-$version}$root}
lock=$state/launcher.lock
archive=$state/@BUILD@.jsa
has_archive() {
  [ -f "$archive" ]
}
