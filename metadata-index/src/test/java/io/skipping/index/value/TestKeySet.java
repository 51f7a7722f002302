// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.TINYINT;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.predicate.RandomValues;
import io.skipping.index.value.KeySet.Relation;
import io.skipping.index.value.Keys.NullOrder;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestKeySet {
    private static final long SEED = Long.getLong("property.seed", 11);

    @DataProvider
    public Object[][] types() {
        return RandomValues.TYPES.stream().map(type -> new Object[] {type}).toArray(Object[][]::new);
    }

    /** Against a plain look at each value of the ranges that a set was made of, and against Trino's sets. */
    @Test(dataProvider = "types")
    public void testSetsHoldWhatTheirRangesHold(ScalarType type) {
        for (int turn = 0; turn < 300; turn++) {
            Random random = new Random((SEED + turn) * 0x9E37_79B9_7F4A_7C15L);
            List<Key> universe = universe(type, random);
            Made left = made(type, universe, random);
            Made right = made(type, universe, random);
            String seen = "seed %s: %s and %s".formatted(SEED + turn, left.set(), right.set());
            check(seen, universe, left.set(), left::holds);
            check(seen, universe, left.set().union(right.set()), key -> left.holds(key) || right.holds(key));
            check(seen, universe, left.set().intersect(right.set()), key -> left.holds(key) && right.holds(key));
            check(seen, universe, left.set().subtract(right.set()), key -> left.holds(key) && !right.holds(key));
            check(seen, universe, left.set().complement(), key -> !left.holds(key));
            check(seen, universe, left.set().complement().complement(), left::holds);
            for (Key key : universe) {
                Object value = TrinoValues.nativeValue(type, PlainValues.value(type, key));
                assertThat(left.trino().containsValue(value))
                        .as(seen)
                        .isEqualTo(left.set().contains(key));
            }
            // keys have neighbours, which values of Trino have not, so that there a set of many may be all
            assertThat(left.set().isAll() || !left.trino().isAll()).as(seen).isTrue();
            assertThat(left.set().isNone() || !left.trino().isNone()).as(seen).isTrue();
        }
    }

    /** Unordered text and NaN are in no set, so that they are left out. */
    private static List<Key> universe(ScalarType type, Random random) {
        RandomValues values = new RandomValues(type, random);
        return Stream.generate(values::next)
                .limit(40)
                .filter(value -> !PlainValues.isNan(value))
                .map(value -> PlainValues.key(type, value))
                .filter(key -> KeySet.ofValues(type, List.of(key)).isPresent())
                .distinct()
                .sorted()
                .toList();
    }

    /** A set, and what it was made of. */
    private record Made(List<KeyRange> ranges, KeySet set, ValueSet trino) {
        /** On purpose as plain as can be. */
        boolean holds(Key key) {
            return ranges.stream()
                    .anyMatch(range -> range.low()
                                    .map(low -> range.lowInclusive() ? key.compareTo(low) >= 0 : key.compareTo(low) > 0)
                                    .orElse(true)
                            && range.high()
                                    .map(high ->
                                            range.highInclusive() ? key.compareTo(high) <= 0 : key.compareTo(high) < 0)
                                    .orElse(true));
        }
    }

    private static Made made(ScalarType type, List<Key> universe, Random random) {
        List<KeyRange> ranges = new ArrayList<>();
        int count = random.nextInt(6);
        for (int i = 0; i < count && !universe.isEmpty(); i++) {
            ranges.add(range(universe, random));
        }
        return new Made(ranges, KeySet.of(type, ranges).orElseThrow(), trino(type, ranges));
    }

    private static KeyRange range(List<Key> universe, Random random) {
        Key low = universe.get(random.nextInt(universe.size()));
        Key high = universe.get(random.nextInt(universe.size()));
        if (random.nextInt(3) == 0) {
            return KeyRange.of(low);
        }
        // some are empty, which is allowed
        return new KeyRange(
                random.nextInt(5) == 0 ? Optional.empty() : Optional.of(low),
                random.nextBoolean(),
                random.nextInt(5) == 0 ? Optional.empty() : Optional.of(high),
                random.nextBoolean());
    }

    private static ValueSet trino(ScalarType type, List<KeyRange> ranges) {
        io.trino.spi.type.Type trinoType = TrinoValues.type(type);
        ValueSet set = ValueSet.none(trinoType);
        for (KeyRange range : ranges) {
            ValueSet low = range.low()
                    .map(key -> TrinoValues.nativeValue(type, PlainValues.value(type, key)))
                    .map(value -> ValueSet.ofRanges(
                            range.lowInclusive()
                                    ? Range.greaterThanOrEqual(trinoType, value)
                                    : Range.greaterThan(trinoType, value)))
                    .orElse(ValueSet.all(trinoType));
            ValueSet high = range.high()
                    .map(key -> TrinoValues.nativeValue(type, PlainValues.value(type, key)))
                    .map(value -> ValueSet.ofRanges(
                            range.highInclusive()
                                    ? Range.lessThanOrEqual(trinoType, value)
                                    : Range.lessThan(trinoType, value)))
                    .orElse(ValueSet.all(trinoType));
            set = set.union(low.intersect(high));
        }
        return set;
    }

    private static void check(String seen, List<Key> universe, KeySet set, Predicate<Key> holds) {
        for (Key key : universe) {
            assertThat(set.contains(key)).as("%s: %s in %s", seen, key, set).isEqualTo(holds.test(key));
        }
        for (int k = 1; k < set.count(); k++) {
            assertThat(set.range(k - 1).intersect(set.range(k)).isEmpty())
                    .as("%s: %s is disjoint", seen, set)
                    .isTrue();
        }
        checkRelations(seen, universe, set);
    }

    private static void checkRelations(String seen, List<Key> universe, KeySet set) {
        Random random = new Random(universe.size());
        Keys keys = keys(set.type(), universe);
        for (int turn = 0; turn < 10 && !universe.isEmpty(); turn++) {
            int from = random.nextInt(universe.size());
            int to = from + 1 + random.nextInt(universe.size() - from);
            List<Key> some = universe.subList(from, to);
            long inside = some.stream().filter(set::contains).count();
            Relation exact =
                    inside == 0 ? Relation.DISJOINT : inside == some.size() ? Relation.INSIDE : Relation.CROSSES;
            assertThat(set.relate(keys, from, to))
                    .as("%s: %s and the values %s", seen, set, some)
                    .isEqualTo(exact);
            Relation between = set.relate(
                    keys(set.type(), List.of(universe.get(from))), keys(set.type(), List.of(universe.get(to - 1))), 0);
            assertThat(List.of(exact, Relation.CROSSES))
                    .as("%s: %s and all between %s and %s", seen, set, universe.get(from), universe.get(to - 1))
                    .contains(between);
        }
    }

    private static Keys keys(ScalarType type, List<Key> keys) {
        return Keys.of(type, PlainValues.column(type, false, keys), NullOrder.LOWEST);
    }

    /** Of all numbers of a small window, so that the relation of a set to what is between two bounds is known. */
    @Test
    public void testNeighbouringNumbersLeaveNoGap() {
        Random random = new Random(SEED);
        List<Key> window = LongStream.rangeClosed(-12, 12).mapToObj(Key::of).toList();
        for (int turn = 0; turn < 2000; turn++) {
            Made made = made(BIGINT, window, random);
            int from = random.nextInt(window.size());
            int to = from + random.nextInt(window.size() - from);
            long inside = IntStream.rangeClosed(from, to)
                    .filter(i -> made.holds(window.get(i)))
                    .count();
            assertThat(made.set()
                            .relate(keys(BIGINT, List.of(window.get(from))), keys(BIGINT, List.of(window.get(to))), 0))
                    .as("%s and all from %s to %s", made.set(), window.get(from), window.get(to))
                    .isEqualTo(
                            inside == 0
                                    ? Relation.DISJOINT
                                    : inside == to - from + 1 ? Relation.INSIDE : Relation.CROSSES);
        }
        KeySet joined = values(BIGINT, 3L, 1L, 2L);
        assertThat(joined.ranges()).containsExactly(KeyRange.between(Key.of(1), Key.of(3)));
        assertThat(set(BIGINT, KeyRange.lessThan(Key.of(7)), KeyRange.greaterThan(Key.of(6))))
                .isEqualTo(KeySet.all(BIGINT));
        assertThat(set(BIGINT, KeyRange.greaterThan(Key.of(Long.MAX_VALUE))).isNone())
                .isTrue();
    }

    @Test
    public void testRangesThatTouchAreJoined() {
        Key b = Key.of("b");
        assertThat(set(VARCHAR, KeyRange.lessThan(b), KeyRange.atLeast(b)).isAll())
                .isTrue();
        assertThat(set(VARCHAR, KeyRange.greaterThan(b), KeyRange.of(b)).ranges())
                .containsExactly(KeyRange.atLeast(b));
        assertThat(set(VARCHAR, KeyRange.lessThan(b), KeyRange.greaterThan(b)).ranges())
                .containsExactly(KeyRange.lessThan(b), KeyRange.greaterThan(b));
    }

    /** So that it is known that it may have been looked up, where signs of zeros count. */
    @Test
    public void testAZeroThatWasListedStaysAlone() {
        Key zero = Key.ofDouble(0.0);
        KeyRange alone = KeyRange.of(zero);
        assertThat(values(DOUBLE, -0.0, Double.MIN_VALUE, -Double.MIN_VALUE).ranges())
                .containsExactly(
                        KeyRange.of(Key.ofDouble(-Double.MIN_VALUE)),
                        alone,
                        KeyRange.of(Key.ofDouble(Double.MIN_VALUE)));
        assertThat(values(REAL, 0f, Float.MIN_VALUE).count()).isEqualTo(2);
        assertThat(values(DOUBLE, Double.MIN_VALUE, 2 * Double.MIN_VALUE).count())
                .as("other neighbours")
                .isEqualTo(1);
        assertThat(set(DOUBLE, alone, KeyRange.greaterThan(zero)).ranges())
                .as("as a comparison says it")
                .containsExactly(KeyRange.atLeast(zero));
        assertThat(values(BIGINT, -1L, 0L, 1L).count()).as("other types").isEqualTo(1);
    }

    @Test
    public void testNan() {
        Key nan = Key.ofDouble(Double.NaN);
        Key five = Key.ofDouble(5);
        for (double odd : new double[] {Double.NaN, Double.longBitsToDouble(0xfff8_0000_0000_0001L)}) {
            assertThat(KeySet.ofValues(DOUBLE, List.of(Key.ofDouble(odd)))).isEmpty();
            assertThat(KeySet.of(DOUBLE, List.of(KeyRange.atLeast(Key.ofDouble(odd)))))
                    .isEmpty();
        }
        assertThat(KeySet.of(DOUBLE, List.of(KeyRange.atMost(nan)))).isEmpty();
        KeySet notFive = set(DOUBLE, KeyRange.of(five)).complement();
        assertThat(notFive.mayHoldNan()).as("NaN <> 5").isTrue();
        assertThat(notFive.intersect(set(DOUBLE, KeyRange.of(Key.ofDouble(7))).complement())
                        .mayHoldNan())
                .as("NaN <> 5 and NaN <> 7")
                .isTrue();
        assertThat(set(DOUBLE, KeyRange.greaterThan(five)).mayHoldNan()).isFalse();
        assertThat(notFive.intersect(set(DOUBLE, KeyRange.lessThan(five))).mayHoldNan())
                .as("NaN < 5 is false")
                .isFalse();
        assertThat(KeySet.all(DOUBLE).mayHoldNan()).isTrue();
        assertThat(KeySet.none(DOUBLE).mayHoldNan()).isFalse();
    }

    /** No value lies beyond them, and yet such a set can be part of another. */
    @Test
    public void testInfinitiesAsEnds() {
        for (ScalarType type : List.of(DOUBLE, REAL)) {
            Key lowest = type == DOUBLE ? Key.ofDouble(Double.NEGATIVE_INFINITY) : Key.ofReal(Float.NEGATIVE_INFINITY);
            Key highest = type == DOUBLE ? Key.ofDouble(Double.POSITIVE_INFINITY) : Key.ofReal(Float.POSITIVE_INFINITY);
            for (Key end : List.of(lowest, highest)) {
                KeySet not = set(type, KeyRange.of(end)).complement();
                assertThat(not.mayHoldNan()).as("NaN <> %s", end).isTrue();
                assertThat(not.contains(end)).isFalse();
                assertThat(not.contains(Key.of(7))).isTrue();
                assertThat(not.complement()).isEqualTo(set(type, KeyRange.of(end)));
                assertThat(not.intersect(KeySet.all(type))).isEqualTo(not);
                KeySet notSeven = set(type, KeyRange.of(Key.of(7))).complement();
                assertThat(not.intersect(notSeven).mayHoldNan()).isTrue();
                assertThat(not.union(notSeven).isAll()).isTrue();
            }
            assertThat(set(type, KeyRange.lessThan(lowest)).complement().ranges())
                    .containsExactly(KeyRange.atLeast(lowest));
        }
        KeySet notFalse = values(BOOLEAN, false).complement();
        assertThat(notFalse.contains(Key.of(true))).isTrue();
        assertThat(notFalse.complement()).isEqualTo(values(BOOLEAN, false));
        assertThat(notFalse.intersect(values(BOOLEAN, true).complement()).contains(Key.of(true)))
                .isFalse();
    }

    @Test
    public void testTextWithoutTheOrderOfItsBytes() {
        ScalarType type = ScalarType.character(5);
        assertThat(KeySet.ofValues(type, List.of(Key.of("a\t")))).isEmpty();
        assertThat(KeySet.ofValues(type, List.of(Key.of("a")))).isPresent();
        assertThat(KeySet.ofValues(VARCHAR, List.of(Key.of("a\t")))).isPresent();
    }

    @Test
    public void testHashes() {
        assertThat(values(BIGINT, 9L, 3L).hashes(0))
                .hasValueSatisfying(hashes -> assertThat(hashes).containsExactly(KeyHash.hash(3), KeyHash.hash(9)));
        assertThat(set(BIGINT, KeyRange.between(Key.of(1), Key.of(4))).hashes(3))
                .as("three more than the one range")
                .hasValueSatisfying(hashes -> assertThat(hashes).hasSize(4));
        assertThat(set(BIGINT, KeyRange.between(Key.of(1), Key.of(5))).hashes(3))
                .isEmpty();
        assertThat(set(BIGINT, KeyRange.between(Key.of(Long.MIN_VALUE), Key.of(Long.MAX_VALUE)))
                        .hashes(Integer.MAX_VALUE))
                .isEmpty();
        assertThat(KeySet.all(TINYINT).hashes(1000)).isEmpty();
        assertThat(values(VARCHAR, "b", "a").hashes(0))
                .hasValueSatisfying(hashes -> assertThat(hashes)
                        .containsExactly(
                                KeyHash.hash(Key.of("a").asBytes(), 0, 1),
                                KeyHash.hash(Key.of("b").asBytes(), 0, 1)));
        assertThat(set(VARCHAR, KeyRange.between(Key.of("a"), Key.of("b"))).hashes(1000))
                .isEmpty();
        assertThat(values(ScalarType.decimal(38, 0), 5).hashes(0))
                .hasValueSatisfying(
                        hashes -> assertThat(hashes).containsExactly(KeyHash.hash(0, WideCodec.flipLow(5))));
        assertThat(KeySet.none(VARBINARY).hashes(0))
                .hasValueSatisfying(hashes -> assertThat(hashes).isEmpty());
    }

    /** Each segment of an index asks for those of the same condition. */
    @Test
    public void testHashesAreComputedOnce() {
        for (KeySet set :
                List.of(values(BIGINT, 9L, 3L), values(VARCHAR, "b", "a"), values(ScalarType.decimal(38, 0), 5))) {
            assertThat(set.hashes(7).orElseThrow())
                    .as("%s", set)
                    .isSameAs(set.hashes(7).orElseThrow());
        }
        KeySet few = set(BIGINT, KeyRange.between(Key.of(1), Key.of(4)));
        assertThat(few.hashes(2)).isEmpty();
        assertThat(few.hashes(3))
                .as("not what was computed for fewer")
                .hasValueSatisfying(hashes -> assertThat(hashes).hasSize(4));
        assertThat(few.hashes(2)).isEmpty();
    }

    @Test
    public void testPrefixes() {
        ByteKeySet set =
                (ByteKeySet) set(VARCHAR, KeyRange.of(Key.of("banana")), KeyRange.between(Key.of("d"), Key.of("f")));
        ByteKeys prefixes = (ByteKeys) keys(
                VARCHAR,
                Stream.of("", "a", "b", "ban", "banana", "bananas", "c", "d", "e", "f", "fa", "g")
                        .map(Key::of)
                        .toList());
        List<String> found = new ArrayList<>();
        for (int i = 0; i < prefixes.size(); i++) {
            if (set.mayHoldPrefixed(prefixes, i)) {
                found.add(prefixes.bytes(i).toStringUtf8());
            }
        }
        assertThat(found).containsExactly("", "b", "ban", "banana", "d", "e", "f");
    }

    @Test
    public void testKeysOfAnotherFormAreRefused() {
        assertThatThrownBy(() -> KeySet.ofValues(BIGINT, List.of(Key.of("7"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bigint");
    }

    private static KeySet set(ScalarType type, KeyRange... ranges) {
        return KeySet.of(type, Arrays.asList(ranges)).orElseThrow();
    }

    private static KeySet values(ScalarType type, Object... values) {
        return KeySet.ofValues(
                        type,
                        Stream.of(values)
                                .map(value -> PlainValues.key(type, value))
                                .toList())
                .orElseThrow();
    }

    @Test
    public void testEndsThatDoNotOrderSayNothing() {
        ScalarType padded = ScalarType.character(3);
        assertThat(KeySet.of(padded, List.of(KeyRange.between(Key.of("a\t"), Key.of("a")))))
                .as("as char, 'a<tab>' comes before 'a', and its bytes come after")
                .isEmpty();
        assertThat(KeySet.of(padded, List.of(KeyRange.between(Key.of("a "), Key.of("a"))))
                        .orElseThrow()
                        .contains(Key.of("a")))
                .as("spaces at the end of char are padding")
                .isTrue();
        assertThat(KeySet.of(ScalarType.DOUBLE, List.of(KeyRange.between(Key.ofDouble(Double.NaN), Key.ofDouble(5)))))
                .as("nothing compares to NaN")
                .isEmpty();
    }
}
