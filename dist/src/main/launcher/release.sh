root=$(CDPATH='' cd -- "$folder/.." && pwd -P) || exit 6
jar=$root/lib/azulejo.jar
if [ ! -f "$jar" ]; then
  say "there is no $jar: unpack the archive anew, and link to bin/azulejo rather than move it"
  exit 6
fi

# What makes starts faster lies in the user's folder for such files: for each Java, place and build.
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
