# shellcheck shell=sh
# Sourced by the scripts that start Bora: of a checkout (bora), of the packages and of the images.
#
# needs: java        a Java 25: .../bin/java
#        root        for -Dbora.root: where launcher/try-grid is
#        classpath
#        cache       a file: the class cache, which may be missing
#
# The class cache (the JVM's "AOT cache") has the classes of Bora as the JVM wants them in memory, so that a verb does not read, check and
# link them each time. The JVM takes one only that was made by the same build of Java from the same jars, looking at the time and size of
# each; any other it leaves alone and loads as it does without. So an old cache, or none, costs time and nothing else.

# The verbs that talk once and leave start faster without the second compiler, and without a method handle for each constructor that is called by reflection.
verb_tuning='-Djdk.reflect.useNativeAccessorOnly=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
# a cache made without these is not taken with them
bora_access='--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow'

# bora_start TUNING WORD... - becomes Bora. TUNING is options of the JVM; BORA_JAVA_OPTIONS come after them.
bora_start() {
  bora_tuning=$1
  shift
  # the JVM takes one collector: that of the administrator, whose options for the service are those of its verbs too
  case " ${BORA_JAVA_OPTIONS:-}" in *" -XX:+Use"*GC*) bora_tuning=${bora_tuning%-XX:+UseSerialGC} ;; esac
  # shellcheck disable=SC2086  # the options are words
  set -- $bora_access -Dbora.root="$root" ${BORA_JAVA_OPTIONS:-} -cp "$classpath" org.bora.launcher.Main "$@"
  case " ${BORA_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-}" in
    *" -Xshare"* | *" -XX:AOT"* | *" -XX:SharedArchive"* | *" -XX:ArchiveClasses"*) ;;   # beside these the JVM takes no cache, or does not start
    *)
      # of a cache that it does not take the JVM tells on standard output, where others read what a verb says
      [ ! -s "$cache" ] || set -- -XX:AOTCache="$cache" -Xlog:aot*=off -Xlog:cds*=off "$@" ;;
  esac
  # shellcheck disable=SC2086
  exec "$java" $bora_tuning "$@"
}

# bora_make_cache - makes $cache, in about 3 s, or fails and leaves $cache.log. Who starts meanwhile finds the one before, or none.
bora_make_cache() {
  bora_new=$(mktemp -d "$cache.XXXXXX") || return 1
  # shellcheck disable=SC2086  # the options are words
  if (
    umask 022
    unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS
    "$java" $verb_tuning $bora_access -XX:-UsePerfData -XX:AOTCacheOutput="$bora_new/cache" -cp "$classpath" org.bora.launcher.Rehearsal
  ) </dev/null >"$bora_new/log" 2>&1 && [ -s "$bora_new/cache" ] && sync "$bora_new/cache" && mv -f "$bora_new/cache" "$cache"; then
    rm -rf "$bora_new" "$cache.log"
  else
    mv -f "$bora_new/log" "$cache.log"
    rm -rf "$bora_new"
    return 1
  fi
}
