# Shared by bin/test: gets what some tests need beside a JDK and Maven. To be sourced after lib.sh.

# Puts Prometheus, kubernetes-validate, moto and chromedriver on the PATH where they can be had. Tests without them are skipped; under
# continuous integration, where nobody reads which, a missing one is an error.
find_test_tools() {
    local tools="$ROOT/target/test-tools"
    mkdir -p "$tools/bin"
    export PATH="$tools/bin:$tools/debian/usr/bin:$PATH"
    has promtool || unpack_debian_package prometheus "$tools"
    has kubernetes-validate || install_python_program kubernetes-validate "$tools"
    has moto_server || install_python_program moto_server "$tools" 'moto[server]'
    has chromedriver || install_debian_package chromium-driver
    require_tool promtool "'apt-get install prometheus' on Debian"
    require_tool kubernetes-validate "'pip install kubernetes-validate'"
    require_tool moto_server "'pip install moto[server]'"
    require_tool chromedriver "'apt-get install chromium-driver' on Debian"
}

has() {
    command -v "$1" >/dev/null
}

# Says that tests which need program $1 are skipped; $2 brings it.
require_tool() {
    has "$1" && return
    [ -z "${CI:-}" ] || die "There is no $1 on the PATH, which some tests need: $2 brings it."
    say "There is no $1 on the PATH, so the tests that need it are skipped; $2 brings it."
}

# Unpacks package $1 into folder $2, which needs no rights, and starts no service as an installation does.
unpack_debian_package() {
    has apt-get && has dpkg-deb || return 0
    refresh_packages
    (cd "$2" && apt-get download -qq -o Acquire::Retries=3 "$1" && dpkg-deb -x "$1"_*.deb debian) >/dev/null 2>&1 || true
}

# Installs package $1, with what it needs, on machines of continuous integration alone: it changes the system.
install_debian_package() {
    [ -n "${CI:-}" ] && has apt-get && [ "$(id -u)" = 0 ] || return 0
    refresh_packages
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends -o Acquire::Retries=3 "$1" >/dev/null 2>&1 || true
}

# A new machine may have no list of packages, or an old one.
refresh_packages() {
    [ -z "${PACKAGES_REFRESHED:-}" ] && [ "$(id -u)" = 0 ] || return 0
    PACKAGES_REFRESHED=yes
    apt-get update -qq -o Acquire::Retries=3 >/dev/null 2>&1 || true
}

# Installs program $1 of package $3, or of that of the same name, from the Python package index into folder $2.
install_python_program() {
    has python3 || return 0
    { python3 -m venv "$2/python" \
        && "$2/python/bin/python" -m pip install --quiet --disable-pip-version-check --retries 2 "${3:-$1}" \
        && ln -sf "$2/python/bin/$1" "$2/bin/$1"; } >/dev/null 2>&1 || true
}
