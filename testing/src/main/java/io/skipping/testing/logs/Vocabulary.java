// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.logs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Makes the vocabulary of messages: programmers' word stems in all their forms. Runs of letters are about as frequent as in
 * natural language, and a few words make up most of the text (Zipf's law).
 */
final class Vocabulary {
    private static final List<String> STEMS = List.of("""
            abort accept access account acquire activate adapt address adjust admit advance agent alarm alert align
            allocate allow analyse announce answer append apply approve archive arrange arrive assemble assert assign
            attach attempt audit await balance batch begin bind block boost bound branch break bridge broadcast browse
            bucket buffer build bundle burst bypass cache call cancel capture carry cast catch chain challenge change
            channel charge check checkpoint choose claim classify clean clear click client climb clip clock clone close
            cluster code collapse collect combine command commit compact compare compile complete compress compute
            concern conclude confirm conflict connect consider consume contact contain continue control convert copy
            correct count cover crash crawl create cross cut damage deal debug decide declare decode decrease default
            defer define delay delete deliver demand deny depend deploy derive describe detach detect determine develop
            differ digest direct disable discard discover dispatch display divide doubt download draft drain draw drift
            drive drop dump duplicate edit elect element embed emit employ empty enable encode encounter encrypt end
            engage enforce enter equal error escape establish estimate evaluate event evict examine exceed exchange
            exclude execute exhaust exist exit expand expect expire explain export expose extend extract fail fault
            feature fetch field figure file fill filter find finish fix flag flap flood flow flush focus fold follow
            force forget fork format forward found frame freeze front gather generate give grant group grow guard guess
            handle handshake hang happen hash head heal help hint hold host ignore impact implement import improve
            include increase index infer inform inherit initialise inject insert inspect install instruct interrupt
            introduce invalidate invoke isolate issue iterate job join journal jump keep key kill label lag launch layer
            lead leak learn lease leave level limit link list listen load local locate lock log loop maintain manage
            mark mask match measure merge message migrate mirror miss monitor mount move multiply name negotiate
            neighbour node normal note notify number object observe obtain occupy offer open operate optimise order
            orphan output overflow own pack page pair park parse part partition pass paste patch pause pay peer perform
            permit persist pick pin ping place plan plug poll pool populate port post predict prefer prepare present
            preserve prevent print probe proceed process produce profile progress project promise promote propose
            protect prove provide provision publish pull purge push query queue quota quote raise range rank rate reach
            read real reason receive recommend record recover redirect reduce refer reflect refresh refuse region
            register reject relate relax relay release rely remain remember remove render renew repair repeat replace
            replicate report represent request require reserve reset resize resolve respond rest restart restore
            restrict result resume retain retire retry return reveal reverse review revoke rewrite roll rotate route row
            run sample satisfy save scale scan schedule scope score screen search secure seek segment select send
            separate sequence serve service session settle shard share shift ship show shrink shut sign signal sink
            skip sleep slice slow snapshot solve sort source spawn speak specify speed spill spin split spread stage
            stall stamp start state stay steal step stick stop store stream stretch strip structure submit subscribe
            succeed suffer suggest supply support suppose surface suspend sustain swap switch sync table tag take target
            task tell tenant term test thread threshold throttle throw timeout token tolerate touch trace track trade
            transact transfer transform translate transmit trap travel treat trigger trim trust try tune turn type
            undo unit unlock update upgrade upload use validate value vary verify version view visit volume vote wait
            wake walk warn watch wipe work wrap write yield zone""".split("\\s+"));

    private static final List<UnaryOperator<String>> FORMS = List.of(
            stem -> stem,
            stem -> stem + "s",
            stem -> withoutE(stem) + "ed",
            stem -> withoutE(stem) + "ing",
            stem -> withoutE(stem) + "er",
            stem -> "re" + stem,
            stem -> "un" + withoutE(stem) + "ed",
            stem -> withoutE(stem) + "able");

    /** The offset in Mandelbrot's correction of Zipf's law for the most frequent words. */
    private static final double OFFSET = 2.7;

    private final List<String> words;
    /** For each word, the fraction of all text that it and the more frequent words make up. */
    private final double[] upTo;

    /** @param seed determines which words are frequent */
    Vocabulary(long seed) {
        Set<String> all = new LinkedHashSet<>();
        FORMS.forEach(form -> STEMS.stream().map(form).forEach(all::add));
        List<String> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, new Random(seed));
        words = List.copyOf(shuffled);
        upTo = new double[words.size()];
        Arrays.setAll(upTo, rank -> 1 / (rank + OFFSET));
        Arrays.parallelPrefix(upTo, Double::sum);
        double total = upTo[upTo.length - 1];
        Arrays.setAll(upTo, rank -> upTo[rank] / total);
    }

    int size() {
        return words.size();
    }

    /**
     * Returns the word of a rank.
     *
     * @param rank 0 for the most frequent word
     */
    String word(int rank) {
        return words.get(rank);
    }

    String next(SplittableRandom random) {
        int found = Arrays.binarySearch(upTo, random.nextDouble());
        return words.get(Math.min(found >= 0 ? found : -found - 1, words.size() - 1));
    }

    private static String withoutE(String stem) {
        return stem.endsWith("e") ? stem.substring(0, stem.length() - 1) : stem;
    }
}
