// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static io.trino.spi.expression.StandardFunctions.LIKE_FUNCTION_NAME;
import static io.trino.spi.expression.StandardFunctions.NOT_FUNCTION_NAME;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.likematcher.LikeMatcher;
import io.trino.spi.expression.Call;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.expression.Constant;
import io.trino.spi.expression.Variable;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Against the engine's matchers. */
public class TestLikeMatchers {
    private static final long SEED = Long.getLong("property.seed", 20_261_123L);
    private static final int PATTERNS = Integer.getInteger("property.patterns", 10_000);
    private static final int TEXTS_PER_PATTERN = 4;

    @Test
    public void testMatchersDisagreeOnlyWhereItIsSaid() {
        int differing = 0;
        int disputed = 0;
        for (int i = 0; i < PATTERNS; i++) {
            RandomText texts = new RandomText(new Random(SEED + i));
            String pattern = texts.likePattern();
            LikeMatcher ofScans = LikeMatcher.compile(pattern, Optional.of('!'), true);
            LikeMatcher ofCoordinator = LikeMatcher.compile(pattern, Optional.of('!'), false);
            boolean mayDisagree = LikeMatchers.mayDisagree(like(pattern));
            disputed += mayDisagree ? 1 : 0;
            for (int j = 0; j < TEXTS_PER_PATTERN; j++) {
                Slice text = texts.like(pattern);
                if (ofScans.match(text.getBytes()) != ofCoordinator.match(text.getBytes())) {
                    differing++;
                    assertThat(LikeMatchers.agreeOn(text))
                            .as("-Dproperty.seed=%s: %s LIKE %s", SEED + i, RandomText.hex(text), pattern)
                            .isFalse();
                    assertThat(mayDisagree || !isProper(text))
                            .as("-Dproperty.seed=%s: %s LIKE %s", SEED + i, RandomText.hex(text), pattern)
                            .isTrue();
                }
            }
        }
        assertThat(differing).as("texts on which the matchers differ").isGreaterThan(PATTERNS / 100);
        assertThat(disputed).as("patterns on which they may").isLessThan(PATTERNS / 2);
    }

    @Test
    public void testWhatMatchesInAScanHasAllFragments() {
        int matches = 0;
        int fragments = 0;
        for (int i = 0; i < PATTERNS; i++) {
            RandomText texts = new RandomText(new Random(SEED + i));
            String pattern = texts.likePattern();
            LikeMatcher ofScans = LikeMatcher.compile(pattern, Optional.of('!'), true);
            List<Slice> found = LikeFragments.of(pattern, Optional.of((int) '!'));
            fragments += found.isEmpty() ? 0 : 1;
            for (int j = 0; j < TEXTS_PER_PATTERN; j++) {
                Slice text = texts.like(pattern);
                if (ofScans.match(text.getBytes())) {
                    matches++;
                    assertThat(found)
                            .as("-Dproperty.seed=%s: %s LIKE %s", SEED + i, RandomText.hex(text), pattern)
                            .allMatch(fragment -> RandomText.contains(text, fragment));
                }
            }
        }
        assertThat(matches).isGreaterThan(PATTERNS);
        assertThat(fragments).isGreaterThan(PATTERNS / 2);
    }

    @Test
    public void testALikeIsFoundInsideOfOtherCalls() {
        assertThat(LikeMatchers.mayDisagree(like("_😀%"))).isTrue();
        assertThat(LikeMatchers.mayDisagree(new Call(BOOLEAN, NOT_FUNCTION_NAME, List.of(like("_😀%")))))
                .isTrue();
        assertThat(LikeMatchers.mayDisagree(like("_語%")))
                .as("of the basic plane")
                .isFalse();
        assertThat(LikeMatchers.mayDisagree(like("😀_%")))
                .as("bytes at the beginning")
                .isFalse();
        assertThat(LikeMatchers.mayDisagree(like("%😀%"))).as("bytes anywhere").isFalse();
        assertThat(LikeMatchers.mayDisagree(like("%😀_")))
                .as("by character in scans too")
                .isFalse();
    }

    @Test
    public void testImproperTextsAreNotAgreedOn() {
        Stream.of("", "plain", "é語e\u0301\uFFFD")
                .forEach(text -> assertThat(LikeMatchers.agreeOn(Slices.utf8Slice(text)))
                        .as(text)
                        .isTrue());
        assertThat(LikeMatchers.agreeOn(Slices.utf8Slice("a😀"))).isFalse();
        assertThat(LikeMatchers.agreeOn(Slices.wrappedBuffer((byte) 0xC1, (byte) 0xA1)))
                .as("a character in more bytes than it takes")
                .isFalse();
        assertThat(LikeMatchers.agreeOn(Slices.wrappedBuffer((byte) 0xED, (byte) 0xA0, (byte) 0xBD)))
                .as("half of a surrogate pair")
                .isFalse();
    }

    private static boolean isProper(Slice text) {
        return Slices.utf8Slice(text.toStringUtf8()).equals(text);
    }

    private static ConnectorExpression like(String pattern) {
        return new Call(
                BOOLEAN,
                LIKE_FUNCTION_NAME,
                List.of(
                        new Variable("v", VARCHAR),
                        new Constant(Slices.utf8Slice(pattern), VARCHAR),
                        new Constant(Slices.utf8Slice("!"), VARCHAR)));
    }
}
