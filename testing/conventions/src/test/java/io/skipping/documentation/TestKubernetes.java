// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.conventions.ReleaseBuild.onPath;
import static io.skipping.conventions.ReleaseBuild.tool;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import io.skipping.conventions.ReleaseBuild;
import io.skipping.conventions.ReleaseBuild.Archives;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.SoftAssertions;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * Checks the files that users deploy with: the values for the Helm chart of Trino, the manifests of Kubernetes for the job that
 * builds indexes, and the Dockerfile. Needs neither a cluster nor Docker, so that it runs on every machine: the steps of these files
 * run in a plain folder, with archives that a release's build makes.
 */
@Test(groups = "servers")
public class TestKubernetes {
    private static final Path FILES = Checkout.root().resolve("docs").resolve("kubernetes");
    private static final String VALUES = "trino-values.yaml";
    /** Names the folder in which Trino's image has a folder for each plugin. */
    private static final String PLUGINS = "/usr/lib/trino/plugin/";

    /** Names the chart, or the folder that has it, by an environment variable; without it, as the page installs it. */
    private static final String CHART = System.getenv().getOrDefault("TRINO_CHART", "trino/trino");

    private static final ObjectMapper JSON = new ObjectMapper();

    private Path folder;
    private ReleaseBuild release;
    private Archives archives;

    @BeforeMethod
    public void createFolder() throws IOException {
        folder = Files.createTempDirectory("kubernetes");
    }

    @AfterMethod(alwaysRun = true)
    public void deleteFolder() throws IOException {
        Folders.delete(folder);
    }

    @AfterClass(alwaysRun = true)
    public void deleteRelease() throws IOException {
        if (release != null) {
            release.close();
            release = null;
        }
    }

    /** Returns archives of the plugin that a release's build has made. Takes seconds, and no other test needs them. */
    private Archives archives() throws Exception {
        if (archives == null) {
            release = ReleaseBuild.create();
            archives = release.makeArchives(Map.of());
        }
        return archives;
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

    /** The chart itself says where its values go; the test above works without it. */
    @Test
    public void testChartRendersTheValues() throws Exception {
        String helm = tool("helm");
        if (!run(folder, Map.of(), helm, "show", "chart", CHART).equals("0")) {
            throw new SkipException(
                    "helm finds no chart %s: add its repository as docs/kubernetes.md says, or set TRINO_CHART to a folder that has it"
                            .formatted(CHART));
        }
        Path rendered = folder.resolve("rendered.yaml");
        assertThat(run(
                        folder,
                        Map.of(),
                        "sh",
                        "-c",
                        "'%s' template trino '%s' --values '%s' > '%s'"
                                .formatted(helm, CHART, FILES.resolve(VALUES), rendered)))
                .isEqualTo("0");
        List<JsonNode> objects = documents(rendered);
        List<JsonNode> pods = objects.stream()
                .filter(each -> each.at("/kind").asText().equals("Deployment"))
                .map(each -> each.at("/spec/template/spec"))
                .toList();
        assertThat(pods).as("the coordinator and the workers").hasSize(2);
        for (JsonNode pod : pods) {
            assertThat(pod.at("/initContainers").valueStream()).containsAll(values().at("/initContainers/coordinator"));
            assertThat(pod.at("/volumes").valueStream()).containsAll(values().at("/worker/additionalVolumes"));
            assertThat(pod.at("/containers/0/volumeMounts").valueStream())
                    .containsAll(values().at("/worker/additionalVolumeMounts"));
            assertThat(pod.at("/containers/0/image").textValue())
                    .isEqualTo("trinodb/trino:" + values().at("/image/tag").textValue());
        }
        assertThat(objects.stream().map(each -> each.at("/data/lake.properties").asText()))
                .as("the catalogs of the ConfigMap")
                .contains(values().at("/catalogs/lake").textValue());
        if (onPath("kubernetes-validate").isPresent()) {
            assertFollowsTheSchemas(rendered);
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
        Archives archives = archives();
        String checksum =
                MoreFiles.asByteSource(archives.zip()).hash(Hashing.sha256()).toString();
        for (String role : List.of("coordinator", "worker")) {
            JsonNode loader = values().at("/initContainers/" + role + "/0");
            List<String> command =
                    loader.get("command").valueStream().map(JsonNode::textValue).toList();
            assertThat(command).hasSize(3).startsWith("sh", "-c");
            Stream.of("wget", "unzip", "sha256sum").forEach(ReleaseBuild::tool);

            Path loaded = Files.createDirectory(folder.resolve(role));
            assertThat(load(archives.zip(), command, loaded, checksum)).isEqualTo("0");
            assertThat(names(loaded)).containsExactlyInAnyOrderElementsOf(archives.files());
            Path refused = Files.createDirectory(folder.resolve(role + "-refused"));
            assertThat(load(archives.zip(), command, refused, "0".repeat(64)))
                    .as("an archive that is not the one of the release")
                    .isNotEqualTo("0");
            assertThat(names(refused)).containsExactly("archive.zip");
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private String load(Path archive, List<String> command, Path loaded, String checksum) throws Exception {
        HttpServer server = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                archive.toAbsolutePath().getParent(),
                OutputLevel.NONE);
        server.start();
        try {
            Map<String, String> environment = Map.of(
                    "ARCHIVE_URL",
                    "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), archive.getFileName()),
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
            assertThat(archive).isEqualTo("trino-skipping-plugin-%s-%s.zip".formatted(trino, ReleaseBuild.version()));
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
        Archives archives = archives();
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        assertThat(run(plugins, Map.of(), tool("tar"), "-xzf", archives.tar().toString()))
                .isEqualTo("0");
        assertThat(names(plugins)).containsExactly(archives.folder());
        assertThat(names(plugins.resolve(archives.folder()))).containsExactlyInAnyOrderElementsOf(archives.files());

        MatchResult copied = only(lines, "COPY (\\S+) (\\S+)");
        assertThat(downloads()).contains(copied.group(1));
        MatchResult started = only(lines, "ENTRYPOINT \\[\"java\", \"-jar\", \"(\\S+)\"]");
        assertThat(started.group(1)).isEqualTo(copied.group(2));
    }

    /** A command of the Dockerfile works in the folder of the downloads as it stands, and nothing of it can be exchanged unseen. */
    @Test
    public void testReleaseHasWhatUsersDeploy() throws Exception {
        archives();
        Path job = release.folder().resolve("index-builder/target/index-builder.jar");
        Files.createDirectories(job.getParent());
        Files.writeString(job, "a jar");
        release.run(
                Map.of(),
                "-f",
                "release",
                "-Prelease",
                "resources:copy-resources@downloads",
                "checksum:files@checksums");

        Path downloads = release.folder().resolve("release/target/release");
        List<String> lines = Files.readAllLines(downloads.resolve("Dockerfile"));
        String version = only(lines, "ARG VERSION=(\\S+)").group(1);
        String added = only(lines, "ADD \\S+ (\\S+) .*").group(1);
        List<String> deployed = new ArrayList<>(List.of(
                added.replace("${TRINO}", ReleaseBuild.TRINO).replace("${VERSION}", version),
                only(lines, "COPY (\\S+) .*").group(1)));
        deployed.addAll(names(FILES));
        deployed.addAll(names(FILES.resolveSibling("monitoring")));
        Map<String, String> checksums = Files.readAllLines(downloads.resolve("SHA256SUMS")).stream()
                .map(line -> line.split(" \\*"))
                .collect(Collectors.toMap(line -> line[1], line -> line[0]));
        assertThat(checksums)
                .containsOnlyKeys(Stream.concat(
                                deployed.stream(),
                                Stream.of(archives.zip().getFileName().toString()))
                        .toList());
        for (String name : deployed) {
            assertThat(MoreFiles.asByteSource(downloads.resolve(name))
                            .hash(Hashing.sha256())
                            .toString())
                    .as(name)
                    .isEqualTo(checksums.get(name));
        }
    }

    /** A release has these files as they are, next to archives whose names have the version of the poms. */
    @Test
    public void testFilesNameTheVersionOfThePoms() throws IOException {
        List<Path> files = new ArrayList<>(List.of(FILES.resolveSibling("kubernetes.md")));
        names(FILES).forEach(name -> files.add(FILES.resolve(name)));
        Pattern named = Pattern.compile(
                "(?:trino-skipping-plugin-\\d+-|trino-skipping-index-builder:|trino-skipping:\\d+-|VERSION=)(\\d\\S*?)(?=\\.zip|\\s)");
        SoftAssertions softly = new SoftAssertions();
        for (Path file : files) {
            List<String> versions = named.matcher(Files.readString(file))
                    .results()
                    .map(each -> each.group(1))
                    .toList();
            softly.assertThat(versions).as("versions in %s", file).isNotEmpty().containsOnly(ReleaseBuild.version());
        }
        softly.assertAll();
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
        return documents(FILES.resolve(name));
    }

    private static List<JsonNode> documents(Path file) throws IOException {
        Iterable<Object> documents = new Yaml().loadAll(Files.readString(file));
        return StreamSupport.stream(documents.spliterator(), false)
                .<JsonNode>map(JSON::valueToTree)
                .toList();
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
