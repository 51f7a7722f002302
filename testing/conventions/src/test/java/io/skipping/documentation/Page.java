// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.documentation;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of Markdown.
 *
 * @param path from the root of the checkout
 * @param sections in order; what is before the first heading is none
 */
record Page(Path path, List<Section> sections) {
    private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.+)");
    private static final Pattern LINK = Pattern.compile("!?\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");

    /**
     * A heading with the lines below it, up to the next heading of any level.
     *
     * @param level of the heading, 1 to 6
     * @param text all of it, with the heading
     * @param prose without what stands in fences
     * @param above sections that this one is within, the outermost first
     */
    record Section(String title, int level, String text, String prose, List<Section> above) {}

    /** All pages of the project, without those that builds leave. */
    static List<Page> all() throws IOException {
        Path root = Checkout.root();
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(root::relativize)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> Stream.of("target", ".git", "node_modules")
                            .noneMatch(folder ->
                                    file.startsWith(folder) || file.toString().contains("/" + folder + "/")))
                    .sorted()
                    .map(Page::read)
                    .collect(toImmutableList());
        }
    }

    static Page read(Path path) {
        try {
            return of(path, Files.readString(Checkout.root().resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page of(Path path, String text) {
        ImmutableList.Builder<Section> sections = ImmutableList.builder();
        Deque<Section> open = new ArrayDeque<>();
        SectionText current = null;
        boolean fenced = false;
        for (String line : text.lines().toList()) {
            Matcher heading = HEADING.matcher(line);
            if (!fenced && heading.matches()) {
                if (current != null) {
                    sections.add(current.end(open));
                }
                current = new SectionText(heading.group(2), heading.group(1).length());
            }
            boolean fence = line.startsWith("```");
            if (current != null) {
                current.add(line, fenced || fence);
            }
            fenced ^= fence;
        }
        if (current != null) {
            sections.add(current.end(open));
        }
        return new Page(path, sections.build());
    }

    /** Where links lead, as they are written. */
    List<String> links() {
        return sections.stream()
                .flatMap(section -> LINK.matcher(
                                INLINE_CODE.matcher(section.prose()).replaceAll("`code`"))
                        .results())
                .map(link -> link.group(1))
                .collect(toImmutableList());
    }

    /** What a link to this page may have behind its {@code #}, as GitHub makes it of headings. */
    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> count = new HashMap<>();
        for (Section section : sections) {
            String plain = section.title().replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1");
            String anchor = plain.toLowerCase(Locale.ENGLISH)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = count.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }

    /** A section that is being read. */
    private static final class SectionText {
        private final String title;
        private final int level;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder prose = new StringBuilder();

        SectionText(String title, int level) {
            this.title = title;
            this.level = level;
        }

        void add(String line, boolean fenced) {
            text.append(line).append('\n');
            if (!fenced) {
                prose.append(line).append('\n');
            }
        }

        /** @param open the sections that this one may be within; it becomes one of them */
        Section end(Deque<Section> open) {
            while (!open.isEmpty() && open.getLast().level() >= level) {
                open.removeLast();
            }
            Section section = new Section(title, level, text.toString(), prose.toString(), List.copyOf(open));
            open.addLast(section);
            return section;
        }
    }
}
