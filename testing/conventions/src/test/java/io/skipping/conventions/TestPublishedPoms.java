// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.conventions;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Checks that the poms of published modules have what Maven Central requires. */
public class TestPublishedPoms {
    private static final String SKIP = "/project/properties/maven.deploy.skip";
    private static final String DEPENDENCIES =
            "/project/dependencies/dependency[groupId='io.skipping'][not(scope='test')]/artifactId";

    private final XPath paths = XPathFactory.newInstance().newXPath();
    private Document root;
    private List<Document> published;

    @BeforeClass
    public void readPoms() throws Exception {
        root = read(Path.of("pom.xml"));
        published = texts(root, "/project/modules/module").stream()
                .map(module -> read(Path.of(module, "pom.xml")))
                .filter(pom -> text(pom, SKIP).equals("false")
                        || text(pom, "/project/parent/artifactId").equals("trino-skipping-plugin"))
                .collect(toImmutableList());
        assertThat(published).hasSizeGreaterThan(10);
    }

    @Test
    public void testTheRootHasWhatModulesInherit() {
        for (String element : List.of(
                "name",
                "description",
                "url",
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "scm/connection",
                "scm/developerConnection",
                "scm/url",
                "properties/project.build.outputTimestamp")) {
            assertThat(text(root, "/project/" + element)).as(element).isNotBlank();
        }
        // otherwise whatever is added is published
        assertThat(text(root, SKIP)).isEqualTo("true");
    }

    @Test
    public void testModulesSayWhatAndWhoseTheyAre() {
        for (Document pom : published) {
            String id = text(pom, "/project/artifactId");
            assertThat(id).contains("skipping");
            assertThat(text(pom, "/project/name")).as("name of %s", id).isNotBlank();
            assertThat(text(pom, "/project/description"))
                    .as("description of %s", id)
                    .isNotBlank();
            assertThat(texts(pom, "//repositories | //pluginRepositories"))
                    .as("repositories of %s", id)
                    .isEmpty();
        }
    }

    /** A dependency that is not published leaves its users with a jar that they cannot resolve. */
    @Test
    public void testDependenciesArePublishedToo() {
        Set<String> ids =
                published.stream().map(pom -> text(pom, "/project/artifactId")).collect(toImmutableSet());
        for (Document pom : published) {
            assertThat(ids)
                    .as("dependencies of %s", text(pom, "/project/artifactId"))
                    .containsAll(texts(pom, DEPENDENCIES));
        }
    }

    @Test
    public void testDownloadsArePublishedAndCoordinatesDocumented() throws Exception {
        Set<String> ids =
                published.stream().map(pom -> text(pom, "/project/artifactId")).collect(toImmutableSet());
        assertThat(ids)
                .as("modules of release/pom.xml")
                .containsAll(texts(read(Path.of("release", "pom.xml")), "/project/dependencies/dependency/artifactId"));
        String page = Files.readString(Checkout.root().resolve("docs").resolve("compatibility.md"));
        assertThat(Pattern.compile("(?m)^\\| `([a-z0-9-]*skipping[a-z0-9-]*)`")
                        .matcher(page)
                        .results()
                        .map(row -> row.group(1)))
                .as("coordinates in docs/compatibility.md")
                .containsExactlyInAnyOrderElementsOf(published.stream()
                        .filter(pom -> !text(pom, "/project/packaging").equals("pom"))
                        .map(pom -> text(pom, "/project/artifactId"))
                        .toList());
    }

    private static Document read(Path pom) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(Checkout.root().resolve(pom).toFile());
        } catch (Exception e) {
            throw new AssertionError("Cannot read " + pom, e);
        }
    }

    private String text(Document pom, String path) {
        List<String> texts = texts(pom, path);
        return texts.isEmpty() ? "" : texts.getFirst();
    }

    private List<String> texts(Document pom, String path) {
        try {
            NodeList nodes = (NodeList) paths.evaluate(path, pom, XPathConstants.NODESET);
            return IntStream.range(0, nodes.getLength())
                    .mapToObj(nodes::item)
                    .map(Node::getTextContent)
                    .map(String::strip)
                    .toList();
        } catch (XPathExpressionException e) {
            throw new AssertionError(path, e);
        }
    }
}
