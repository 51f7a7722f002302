// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.testng.SkipException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * Checks the files that users deploy with: the values for the Helm chart of Trino, the manifests of Kubernetes for the job that
 * builds indexes, and the Dockerfile. There is neither a cluster nor Docker here: their steps run in a plain folder.
 */
@Test(groups = "servers")
public class TestKubernetes {
    private static final Path FILES = Checkout.root().resolve("docs").resolve("kubernetes");
    private static final String VALUES = "trino-values.yaml";
    /** Names the folder in which Trino's image has a folder for each plugin. */
    private static final String PLUGINS = "/usr/lib/trino/plugin/";

    private static final String VERSION = "0.0.1";
    private static final String JAR = "io.skipping_trino-skipping-plugin-476-" + VERSION + ".jar";
    private static final ObjectMapper JSON = new ObjectMapper();

    private Path folder;

    @BeforeMethod
    public void createFolder() throws IOException {
        folder = Files.createTempDirectory("kubernetes");
    }

    @AfterMethod(alwaysRun = true)
    public void deleteFolder() throws IOException {
        Folders.delete(folder);
    }

    @DataProvider
    public static Object[][] manifests() {
        return new Object[][] {{"index-builder-deployment.yaml"}, {"index-builder-cronjob.yaml"}};
    }

    @Test(dataProvider = "manifests")
    public void testManifestsFollowTheSchemas(String name) throws Exception {
        assertFollowsTheSchemas(FILES.resolve(name));
    }

    /** The chart puts these values into pods, next to what it has itself. */
    @Test
    public void testPodsOfTheChartFollowTheSchemas() throws Exception {
        for (String role : List.of("coordinator", "worker")) {
            Map<String, Object> container = Map.of(
                    "name",
                    "trino",
                    "image",
                    "trinodb/trino",
                    "volumeMounts",
                    values().at("/" + role + "/additionalVolumeMounts"));
            Map<String, Object> pod = Map.of(
                    "apiVersion",
                    "v1",
                    "kind",
                    "Pod",
                    "metadata",
                    Map.of("name", role),
                    "spec",
                    Map.of(
                            "initContainers",
                            values().at("/initContainers/" + role),
                            "containers",
                            List.of(container),
                            "volumes",
                            values().at("/" + role + "/additionalVolumes")));
            Path file = folder.resolve(role + ".yaml");
            JSON.writeValue(file.toFile(), pod);
            assertFollowsTheSchemas(file);
        }
    }

    private void assertFollowsTheSchemas(Path file) throws Exception {
        String validator = onPath("kubernetes-validate")
                .orElseThrow(
                        () -> new SkipException(
                                "There is no kubernetes-validate on the PATH; 'pip install kubernetes-validate' brings it, with the schemas"));
        assertThat(run(folder, Map.of(), validator, "--strict", file.toString()))
                .isEqualTo("0");
    }

    /** Options that the job does not know would fail before it looks for its server. */
    @Test(dataProvider = "manifests")
    public void testManifestsRunTheJob(String name) throws Exception {
        Path jar;
        try {
            jar = Checkout.indexBuilder();
        } catch (IOException e) {
            throw new SkipException(e.getMessage());
        }
        List<JsonNode> containers = documents(name).stream()
                .flatMap(document -> document.findValues("containers").stream())
                .flatMap(JsonNode::valueStream)
                .collect(toImmutableList());
        assertThat(containers).isNotEmpty();
        for (JsonNode container : containers) {
            assertThat(container.get("image").textValue()).startsWith(tag("index-builder"));
            assertThat(container.has("command"))
                    .as("the image has an entry point")
                    .isFalse();
            List<String> job = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString()));
            container
                    .get("args")
                    .forEach(argument -> job.add(argument.textValue().replace("trino:8443", "localhost:1")));
            Map<String, String> environment = container
                    .get("env")
                    .valueStream()
                    .collect(Collectors.toMap(each -> each.get("name").textValue(), _ -> "secret"));
            assertThat(firstError(job, environment)).startsWith("error: Cannot reach Trino at https://localhost:1 ");
        }
    }

    /** Returns the first line that a job says, without the time that some begin with, and ends the job. */
    private String firstError(List<String> job, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(job).redirectErrorStream(true);
        builder.environment().putAll(environment);
        // a JVM says that it has picked them up
        builder.environment().remove("JDK_JAVA_OPTIONS");
        Process process = builder.start();
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            String line = lines.readLine();
            return line == null ? "" : line.replaceFirst("^\\S+Z ", "");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    public void testInitContainerLoadsThePlugin() throws Exception {
        Path archives = Files.createDirectory(folder.resolve("archives"));
        pluginFolder(archives);
        run(archives, Map.of(), tool("zip"), "-q", "-r", "plugin.zip", "trino-skipping-plugin-476-" + VERSION);
        String checksum = MoreFiles.asByteSource(archives.resolve("plugin.zip"))
                .hash(Hashing.sha256())
                .toString();
        for (String role : List.of("coordinator", "worker")) {
            JsonNode loader = values().at("/initContainers/" + role + "/0");
            List<String> command =
                    loader.get("command").valueStream().map(JsonNode::textValue).toList();
            assertThat(command).hasSize(3).startsWith("sh", "-c");
            Stream.of("wget", "unzip", "sha256sum").forEach(TestKubernetes::tool);

            Path loaded = Files.createDirectory(folder.resolve(role));
            assertThat(load(archives, command, loaded, checksum)).isEqualTo("0");
            try (Stream<Path> files = Files.list(loaded)) {
                assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(JAR, "LICENSE");
            }
            Path refused = Files.createDirectory(folder.resolve(role + "-refused"));
            assertThat(load(archives, command, refused, "0".repeat(64)))
                    .as("an archive that is not the one of the release")
                    .isNotEqualTo("0");
            assertThat(refused.resolve(JAR)).doesNotExist();
        }
    }

    private String load(Path archives, List<String> command, Path loaded, String checksum) throws Exception {
        HttpServer server = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                archives.toAbsolutePath(),
                OutputLevel.NONE);
        server.start();
        try {
            Map<String, String> environment = Map.of(
                    "ARCHIVE_URL",
                    "http://127.0.0.1:%d/plugin.zip"
                            .formatted(server.getAddress().getPort()),
                    "ARCHIVE_SHA256",
                    checksum,
                    "PLUGIN_FOLDER",
                    loaded.toString());
            assertThat(variables("coordinator").keySet()).isEqualTo(environment.keySet());
            return run(folder, environment, command.toArray(String[]::new));
        } finally {
            server.stop(0);
        }
    }

    @Test
    public void testValuesNameTheArchiveOfTheRelease() throws IOException {
        String trino = values().at("/image/tag").textValue();
        for (String role : List.of("coordinator", "worker")) {
            Map<String, String> variables = variables(role);
            String archive = variables.get("ARCHIVE_URL").replaceFirst(".*/", "");
            assertThat(archive).matches("trino-skipping-plugin-" + trino + "-[0-9.]+\\.zip");
            assertThat(downloads()).contains("trino-skipping-plugin-%s-${project.version}.zip".formatted(trino));

            JsonNode loader = values().at("/initContainers/" + role + "/0");
            JsonNode from = loader.at("/volumeMounts/0");
            JsonNode to = values().at("/" + role + "/additionalVolumeMounts/0");
            assertThat(from.get("mountPath").textValue()).isEqualTo(variables.get("PLUGIN_FOLDER"));
            assertThat(to.get("mountPath").textValue()).matches(PLUGINS + "[a-z-]+");
            assertThat(values().at("/" + role + "/additionalVolumes/0/name"))
                    .isEqualTo(from.get("name"))
                    .isEqualTo(to.get("name"));
        }
        assertThat(values().at("/catalogs").valueStream())
                .allMatch(catalog -> catalog.textValue().startsWith("connector.name=skipping_"));
    }

    private static Map<String, String> variables(String role) throws IOException {
        return values().at("/initContainers/" + role + "/0/env")
                .valueStream()
                .collect(Collectors.toMap(
                        each -> each.get("name").textValue(),
                        each -> each.get("value").textValue()));
    }

    @Test
    public void testDockerfile() throws Exception {
        List<String> lines = Files.readAllLines(FILES.resolve("Dockerfile"));
        assertThat(lines).contains("FROM trinodb/trino:${TRINO} AS server");
        MatchResult added = only(lines, "ADD --chown=trino:trino (\\S+) (\\S+)");
        assertThat(added.group(2))
                .as("the archive has a folder, which becomes one of the plugins")
                .isEqualTo(PLUGINS);
        assertThat(downloads())
                .contains(added.group(1).replace("${TRINO}", "476").replace("${VERSION}", "${project.version}"))
                .contains(added.group(1).replace("${TRINO}", "483").replace("${VERSION}", "${project.version}"));

        // what ADD does with an archive
        Path context = Files.createDirectory(folder.resolve("context"));
        String plugin = pluginFolder(context);
        String archive = added.group(1).replace("${TRINO}", "476").replace("${VERSION}", VERSION);
        run(context, Map.of(), tool("tar"), "-czf", archive, plugin);
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        assertThat(run(
                        plugins,
                        Map.of(),
                        tool("tar"),
                        "-xzf",
                        context.resolve(archive).toString()))
                .isEqualTo("0");
        assertThat(plugins.resolve(plugin).resolve(JAR)).exists();

        MatchResult copied = only(lines, "COPY (\\S+) (\\S+)");
        assertThat(downloads()).contains(copied.group(1));
        MatchResult started = only(lines, "ENTRYPOINT \\[\"java\", \"-jar\", \"(\\S+)\"]");
        assertThat(started.group(1)).isEqualTo(copied.group(2));
    }

    /** Makes a plugin folder as the one in a release's archives, with few files, and returns its name. */
    private static String pluginFolder(Path in) throws IOException {
        String name = "trino-skipping-plugin-476-" + VERSION;
        Path plugin = Files.createDirectory(in.resolve(name));
        Files.writeString(plugin.resolve(JAR), "a jar");
        Files.writeString(plugin.resolve("LICENSE"), "a licence");
        return name;
    }

    /** Returns the name of an image without its version, as the Dockerfile's comments build it. */
    private static String tag(String target) throws IOException {
        return only(Files.readAllLines(FILES.resolve("Dockerfile")), "#.* --target " + target + " .*--tag (\\S+):.*")
                .group(1);
    }

    private static MatchResult only(List<String> lines, String pattern) {
        List<MatchResult> matches = lines.stream()
                .map(Pattern.compile(pattern)::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.toMatchResult())
                .toList();
        assertThat(matches).as(pattern).hasSize(1);
        return matches.getFirst();
    }

    /** Returns the file that says which files a release has. */
    private static String downloads() throws IOException {
        return Files.readString(Checkout.root().resolve("release").resolve("pom.xml"));
    }

    private static JsonNode values() throws IOException {
        return documents(VALUES).getFirst();
    }

    private static List<JsonNode> documents(String name) throws IOException {
        Iterable<Object> documents = new Yaml().loadAll(Files.readString(FILES.resolve(name)));
        return StreamSupport.stream(documents.spliterator(), false)
                .<JsonNode>map(JSON::valueToTree)
                .toList();
    }

    private static String tool(String name) {
        return onPath(name).orElseThrow(() -> new SkipException("There is no %s on the PATH".formatted(name)));
    }

    private static Optional<String> onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder).resolve(program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** Runs a program to its end, and returns its exit code; of a program that fails, with what it said. */
    private static String run(Path in, Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as(said).isTrue();
            return process.exitValue() == 0 ? "0" : "%d: %s".formatted(process.exitValue(), said);
        } finally {
            process.destroyForcibly();
        }
    }
}
