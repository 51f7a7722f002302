// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestSearchTls {
    private static final String PASSWORD = "changeit";
    private static final SearchRequest SEARCH = SearchRequest.search("/index/_search");

    private Path folder;
    private ScriptedEngine engine;
    private ScriptedEngine elsewhere;

    @BeforeClass
    public void setUp() throws Exception {
        folder = Files.createTempDirectory("tls");
        engine = new ScriptedEngine(Optional.of(certified("node", "dns:localhost")));
        elsewhere = new ScriptedEngine(Optional.of(certified("elsewhere", "dns:elsewhere.example")));
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() throws IOException {
        engine.close();
        elsewhere.close();
        MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }

    /** Leaves NAME.pem, NAME.p12 and NAME.jks to trust the certificate. */
    private SSLContext certified(String name, String alternativeName) throws Exception {
        String keys = folder.resolve(name + "-keys.p12").toString();
        keytool(
                "-genkeypair",
                "-keystore",
                keys,
                "-storetype",
                "PKCS12",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=" + alternativeName,
                "-validity",
                "30");
        String certificate = folder.resolve(name + ".pem").toString();
        keytool("-exportcert", "-rfc", "-keystore", keys, "-alias", name, "-file", certificate);
        KeyStore store = KeyStore.getInstance(Path.of(keys).toFile(), PASSWORD.toCharArray());
        for (String type : List.of("PKCS12", "JKS")) {
            KeyStore trusted = KeyStore.getInstance(type);
            trusted.load(null, null);
            trusted.setCertificateEntry(name, store.getCertificate(name));
            Path file = folder.resolve(name + (type.equals("JKS") ? ".jks" : ".p12"));
            try (OutputStream output = Files.newOutputStream(file)) {
                trusted.store(output, PASSWORD.toCharArray());
            }
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    @DataProvider
    public Object[][] trustStores() {
        return new Object[][] {
            {"node.pem", Optional.empty()},
            {"node.p12", Optional.of(PASSWORD)},
            {"node.jks", Optional.of(PASSWORD)},
            {"node.jks", Optional.empty()}
        };
    }

    @Test(dataProvider = "trustStores")
    public void testTrusted(String trustStore, Optional<String> password) {
        try (SearchClient client = client(engine.uri(), Optional.of(trustStore), password, true)) {
            assertThat(client.request(SEARCH).status()).isEqualTo(200);
        }
    }

    @Test
    public void testNotTrusted() {
        for (Optional<String> trustStore : List.of(Optional.<String>empty(), Optional.of("elsewhere.pem"))) {
            try (SearchClient client = client(engine.uri(), trustStore, Optional.empty(), true)) {
                assertThatThrownBy(() -> client.request(SEARCH))
                        .isInstanceOf(SearchException.class)
                        .hasMessageStartingWith(
                                "Cannot GET /: %s has a certificate that is not trusted (".formatted(engine.uri()))
                        .hasMessageEndingWith(
                                "): set skipping.elasticsearch.tls.truststore-path to a file with the certificate of"
                                        + " its authority");
            }
        }
    }

    @Test
    public void testHostname() {
        try (SearchClient client = client(elsewhere.uri(), Optional.of("elsewhere.pem"), Optional.empty(), true)) {
            assertThatThrownBy(() -> client.request(SEARCH))
                    .isInstanceOf(SearchException.class)
                    .hasMessageStartingWith(
                            "Cannot GET /: %s has a certificate for another host (".formatted(elsewhere.uri()))
                    .hasMessageContaining("CN=elsewhere")
                    .hasMessageEndingWith(
                            "): use a name that is in it, or set skipping.elasticsearch.tls.verify-hostnames=false");
        }
        try (SearchClient client = client(elsewhere.uri(), Optional.of("elsewhere.pem"), Optional.empty(), false)) {
            assertThat(client.request(SEARCH).status()).isEqualTo(200);
        }
        // that is all that is not verified
        try (SearchClient client = client(elsewhere.uri(), Optional.of("node.pem"), Optional.empty(), false)) {
            assertThatThrownBy(() -> client.request(SEARCH)).hasMessageContaining("not trusted");
        }
    }

    @Test
    public void testWrongProtocol() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                SearchClient client = client(
                        URI.create("https://localhost:" + plain.getLocalPort()),
                        Optional.of("node.pem"),
                        Optional.empty(),
                        true)) {
            Thread.ofVirtual().start(() -> refuseAsBadHttp(plain));
            assertThatThrownBy(() -> client.request(SEARCH))
                    .hasMessageContaining("does not speak TLS: use http:// in skipping.elasticsearch.uris");
        }
        try (SearchClient client = client(
                URI.create(engine.uri().toString().replace("https:", "http:")),
                Optional.empty(),
                Optional.empty(),
                true)) {
            assertThatThrownBy(() -> client.request(SEARCH))
                    .hasMessageContaining("; if it speaks TLS, use https:// in skipping.elasticsearch.uris");
        }
    }

    /** As servers do that wait for a line of HTTP and see the beginning of a handshake. */
    private static void refuseAsBadHttp(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                socket.getInputStream().read(new byte[1024]);
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(UTF_8));
            } catch (IOException e) {
                // the client is gone
            }
        }
    }

    @Test
    public void testUnusableTrustStores() throws IOException {
        Files.writeString(folder.resolve("text"), "hello");
        assertUnusable("missing", Optional.empty(), "there is no file");
        assertUnusable("text", Optional.empty(), "cannot read certificates from");
        assertUnusable("node.p12", Optional.of("wrong-password"), "cannot read certificates from");
        assertUnusable("node.p12", Optional.empty(), "there are none, or a password is missing");
        assertThatThrownBy(() -> client(engine.uri(), Optional.empty(), Optional.of(PASSWORD), true))
                .hasMessage("skipping.elasticsearch.tls.truststore-password is set without"
                        + " skipping.elasticsearch.tls.truststore-path");
    }

    private void assertUnusable(String trustStore, Optional<String> password, String message) {
        assertThatThrownBy(() -> client(engine.uri(), Optional.of(trustStore), password, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("skipping.elasticsearch.tls.truststore-path: ")
                .hasMessageContaining(folder.resolve(trustStore).toString())
                .hasMessageContaining(message)
                .message()
                .doesNotContain("wrong-password");
    }

    private SearchClient client(
            URI uri, Optional<String> trustStore, Optional<String> password, boolean verifyHostnames) {
        return new SearchClient(new SearchOptions(
                List.of(uri),
                "trino-skipping",
                Optional.empty(),
                Optional.empty(),
                trustStore.map(folder::resolve),
                password,
                verifyHostnames,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                20,
                2));
    }
}
