# Shared by the scripts in bin/: finds the tools and builds. To be sourced, after 'set -euo pipefail'.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

JAVA_NEEDED=25
MAVEN_NEEDED=3.8

# What Trino's libraries need to be opened for them; as trino.jvm.arguments in pom.xml.
TRINO_JVM_ARGUMENTS=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow --add-modules=jdk.incubator.vector --add-opens=java.base/java.nio=ALL-UNNAMED)

die() {
    echo "$*" >&2
    exit 1
}

# A line of progress, to stderr: stdout is for results.
say() {
    echo "$*" >&2
}

# Prints the major version of the JDK in folder $1; fails if there is none.
jdk_version() {
    [ -x "$1/bin/javac" ] || return 1
    "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
}

# Prints the folder of the JDK that the java on the PATH belongs to.
jdk_on_path() {
    local java
    java="$(command -v java)" || return 0
    "$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p'
}

# Sets JAVA_HOME to a JDK that is new enough: the one it names, or else the oldest such JDK in the usual places.
find_java() {
    local candidate version best='' best_version=''
    if [ -n "${JAVA_HOME:-}" ]; then
        version="$(jdk_version "$JAVA_HOME" || true)"
        if [ -n "$version" ] && [ "$version" -ge "$JAVA_NEEDED" ]; then
            export JAVA_HOME
            return
        fi
    fi
    for candidate in "$(jdk_on_path)" /usr/lib/jvm/* /opt/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
            /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
            /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        version="$(jdk_version "$candidate" || true)"
        if [ -n "$version" ] && [ "$version" -ge "$JAVA_NEEDED" ] \
                && { [ -z "$best_version" ] || [ "$version" -lt "$best_version" ]; }; then
            best="$candidate"
            best_version="$version"
        fi
    done
    [ -n "$best" ] || die "No JDK $JAVA_NEEDED or later found: install one, or set JAVA_HOME to it."
    export JAVA_HOME="$best"
}

# Sets MVN to a Maven that is new enough.
find_maven() {
    local version
    MVN="$(command -v mvn)" || die "No Maven found: install Maven $MAVEN_NEEDED or later, so that 'mvn' is on the PATH."
    version="$("$MVN" --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)"
    if [ -z "$version" ] || [ "$(printf '%s\n%s\n' "$MAVEN_NEEDED" "$version" | sort -t . -k 1,1n -k 2,2n | head -n 1)" != "$MAVEN_NEEDED" ]; then
        die "Maven ${version:-of an unknown version} is too old: install Maven $MAVEN_NEEDED or later."
    fi
    # JDK 24 warns of what Maven's own libraries do; that is for nobody who uses this project
    export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"
}

# Runs Maven in the project's folder.
maven() {
    (cd "$ROOT" && "$MVN" --batch-mode --no-transfer-progress "$@")
}

# Builds everything without tests.
build() {
    local log="$ROOT/target/build.log"
    mkdir -p "$ROOT/target"
    say "Building; the first time, Maven downloads 1 GB of Trino, Spark and libraries. Details are in $log"
    maven package -DskipTests -Dspotless.check.skip=true >"$log" 2>&1 &
    show_modules "$log" $!
    if ! wait $!; then
        grep -E '^\[(ERROR|FATAL)\]' "$log" | head -n 40 >&2 || true
        die "The build failed; all it said is in $log"
    fi
}

# Shows which module Maven works on, from its log $1, as long as the process $2 runs.
show_modules() {
    local shown=0 lines
    while kill -0 "$2" 2>/dev/null; do
        lines="$(grep -E '^\[INFO\] Building .*\[[0-9]+/[0-9]+\]' "$1" || true)"
        if [ -n "$lines" ] && [ "$(wc -l <<<"$lines")" -gt "$shown" ]; then
            tail -n "+$((shown + 1))" <<<"$lines" | sed -E 's/^\[INFO\] (Building .*) [^ ]+ +(\[.*\])$/  \1 \2/' >&2
            shown="$(wc -l <<<"$lines")"
        fi
        sleep 0.5
    done
}

# Runs class $2 of module $1 (testing, demo or benchmarks) with the arguments that follow, in place of this shell: signals
# reach it directly.
exec_class() {
    local module="$1"
    local path_file="$ROOT/$module/target/$module.classpath"
    shift
    [ -s "$path_file" ] || die "The build has left no $path_file"
    exec "$JAVA_HOME/bin/java" -Xmx"${heap:-1g}" "${TRINO_JVM_ARGUMENTS[@]}" \
        -cp "$ROOT/$module/target/classes:$(cat "$path_file")" "$@"
}
