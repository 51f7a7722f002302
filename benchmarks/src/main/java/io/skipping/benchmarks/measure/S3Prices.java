// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Tells what an object store asks for requests and bytes, in US dollars. The prices are those of {@code s3-prices.json},
 * with their date. Transfer within the region is free, as are requests that delete; the cost of storage is not counted.
 *
 * @param store what the prices are of
 * @param source the address of the page that has the prices
 * @param date when they were written down
 * @param remarks what else is to be known of them
 * @param writes of 1,000 PUT, COPY, POST and LIST requests
 * @param reads of 1,000 GET, SELECT and all other requests
 * @param gigabyte of 10⁹ bytes sent to another region
 * @param internetGigabyte of 10⁹ bytes sent to the Internet
 */
public record S3Prices(
        @JsonProperty("store") String store,
        @JsonProperty("source") String source,
        @JsonProperty("date") String date,
        @JsonProperty("remarks") String remarks,
        @JsonProperty("dollars_of_1000_writes_and_lists") double writes,
        @JsonProperty("dollars_of_1000_reads") double reads,

        @JsonProperty("dollars_of_a_gigabyte_to_another_region")
        double gigabyte,

        @JsonProperty("dollars_of_a_gigabyte_to_the_internet")
        double internetGigabyte) {
    private static final S3Prices CURRENT = read();

    private static S3Prices read() {
        try (InputStream file = S3Prices.class.getResourceAsStream("s3-prices.json")) {
            return new ObjectMapper().readValue(file, S3Prices.class);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read s3-prices.json", e);
        }
    }

    public static S3Prices current() {
        return CURRENT;
    }

    /** Returns the price of requests. */
    public double dollars(Map<RequestKind, Long> requests) {
        return requests.entrySet().stream()
                .mapToDouble(entry -> entry.getValue() * dollars(entry.getKey()))
                .sum();
    }

    /** Returns the price of requests and of what they sent, if that goes to another region. */
    public double dollarsElsewhere(RequestCounts counts) {
        return dollars(counts.byKind()) + counts.bytesSent() / 1e9 * gigabyte;
    }

    /** Returns the price of requests and of what they sent, if that goes to the Internet. */
    public double dollarsOverInternet(RequestCounts counts) {
        return dollars(counts.byKind()) + counts.bytesSent() / 1e9 * internetGigabyte;
    }

    private double dollars(RequestKind kind) {
        return switch (kind) {
            case PUT, COPY, LIST, CREATE_UPLOAD, UPLOAD_PART, COMPLETE_UPLOAD -> writes / 1000;
            case GET, HEAD, OTHER -> reads / 1000;
            case DELETE, DELETE_MANY, ABORT_UPLOAD -> 0;
        };
    }
}
