// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import java.util.List;
import java.util.Locale;

/**
 * Holds the eight queries that the Stocator paper asks of TPC-DS: seven of its specification, and one that scans the
 * sales. Parameters are such that each has an answer from scale 1. Without LIMIT, since more rows than it may be equal in
 * the order that it cuts.
 */
final class TpcdsQueries {
    private TpcdsQueries() {}

    /** Customers who bought many things at once, near the beginning or the end of a month. */
    private static final String Q34 = """
            SELECT c_last_name, c_first_name, c_salutation, c_preferred_cust_flag, ss_ticket_number, things
            FROM (
                SELECT ss_ticket_number, ss_customer_sk, count(*) AS things
                FROM store_sales
                JOIN date_dim ON ss_sold_date_sk = d_date_sk
                JOIN store ON ss_store_sk = s_store_sk
                JOIN household_demographics ON ss_hdemo_sk = hd_demo_sk
                WHERE (d_dom BETWEEN 1 AND 3 OR d_dom BETWEEN 25 AND 28)
                    AND d_year IN (1999, 2000, 2001)
                    AND hd_buy_potential IN ('>10000', 'Unknown')
                    AND hd_vehicle_count > 0
                    AND CASE WHEN hd_vehicle_count > 0 THEN hd_dep_count / hd_vehicle_count END > 1.2
                    AND s_county = 'Williamson County'
                GROUP BY ss_ticket_number, ss_customer_sk) AS tickets
            JOIN customer ON ss_customer_sk = c_customer_sk
            WHERE things BETWEEN 15 AND 20
            ORDER BY c_last_name, c_first_name, c_salutation, c_preferred_cust_flag DESC, ss_ticket_number
            """;

    /** Sales of each store in a year, by day of the week. */
    private static final String Q43 = """
            SELECT s_store_name, s_store_id, %s
            FROM store_sales
            JOIN date_dim ON ss_sold_date_sk = d_date_sk
            JOIN store ON ss_store_sk = s_store_sk
            WHERE s_gmt_offset = -5 AND d_year = 2000
            GROUP BY s_store_name, s_store_id
            ORDER BY s_store_name, s_store_id
            """.formatted(salesByDay());

    /** Customers who bought at a weekend, in another city than theirs. */
    private static final String Q46 = """
            SELECT c_last_name, c_first_name, home.ca_city, bought_city, ss_ticket_number, amount, profit
            FROM (
                SELECT ss_ticket_number, ss_customer_sk, ca_city AS bought_city,
                    sum(ss_coupon_amt) AS amount, sum(ss_net_profit) AS profit
                FROM store_sales
                JOIN date_dim ON ss_sold_date_sk = d_date_sk
                JOIN store ON ss_store_sk = s_store_sk
                JOIN household_demographics ON ss_hdemo_sk = hd_demo_sk
                JOIN customer_address ON ss_addr_sk = ca_address_sk
                WHERE (hd_dep_count = 4 OR hd_vehicle_count = 3)
                    AND d_dow IN (0, 6)
                    AND d_year IN (1999, 2000, 2001)
                    AND s_city IN ('Fairview', 'Midway')
                GROUP BY ss_ticket_number, ss_customer_sk, ss_addr_sk, ca_city) AS tickets
            JOIN customer ON ss_customer_sk = c_customer_sk
            JOIN customer_address AS home ON c_current_addr_sk = home.ca_address_sk
            WHERE home.ca_city <> bought_city
            ORDER BY c_last_name, c_first_name, home.ca_city, bought_city, ss_ticket_number
            """;

    /** Sales of each store and week, by day of the week, by those of the same week a year later. */
    private static final String Q59 = """
            WITH weeks AS (
                SELECT d_week_seq, ss_store_sk, %s
                FROM store_sales
                JOIN date_dim ON ss_sold_date_sk = d_date_sk
                GROUP BY d_week_seq, ss_store_sk),
            years AS (
                SELECT s_store_name, s_store_id, weeks.*, d_month_seq
                FROM weeks
                JOIN store ON ss_store_sk = s_store_sk
                JOIN date_dim AS days ON days.d_week_seq = weeks.d_week_seq)
            SELECT this_year.s_store_name, this_year.s_store_id, this_year.d_week_seq,
                try_divide(this_year.sunday, next_year.sunday), try_divide(this_year.monday, next_year.monday),
                try_divide(this_year.tuesday, next_year.tuesday), try_divide(this_year.wednesday, next_year.wednesday),
                try_divide(this_year.thursday, next_year.thursday), try_divide(this_year.friday, next_year.friday),
                try_divide(this_year.saturday, next_year.saturday)
            FROM years AS this_year
            JOIN years AS next_year
                ON this_year.s_store_id = next_year.s_store_id AND this_year.d_week_seq = next_year.d_week_seq - 52
            WHERE this_year.d_month_seq BETWEEN 1200 AND 1211 AND next_year.d_month_seq BETWEEN 1212 AND 1223
            ORDER BY this_year.s_store_name, this_year.s_store_id, this_year.d_week_seq
            """.formatted(salesByDay());

    /** Customers who bought at the beginning of a month, in another city than theirs. */
    private static final String Q68 = """
            SELECT c_last_name, c_first_name, home.ca_city, bought_city, ss_ticket_number, price, tax, list_price
            FROM (
                SELECT ss_ticket_number, ss_customer_sk, ca_city AS bought_city, sum(ss_ext_sales_price) AS price,
                    sum(ss_ext_list_price) AS list_price, sum(ss_ext_tax) AS tax
                FROM store_sales
                JOIN date_dim ON ss_sold_date_sk = d_date_sk
                JOIN store ON ss_store_sk = s_store_sk
                JOIN household_demographics ON ss_hdemo_sk = hd_demo_sk
                JOIN customer_address ON ss_addr_sk = ca_address_sk
                WHERE d_dom BETWEEN 1 AND 2
                    AND (hd_dep_count = 4 OR hd_vehicle_count = 3)
                    AND d_year IN (1999, 2000, 2001)
                    AND s_city IN ('Fairview', 'Midway')
                GROUP BY ss_ticket_number, ss_customer_sk, ss_addr_sk, ca_city) AS tickets
            JOIN customer ON ss_customer_sk = c_customer_sk
            JOIN customer_address AS home ON c_current_addr_sk = home.ca_address_sk
            WHERE home.ca_city <> bought_city
            ORDER BY c_last_name, ss_ticket_number
            """;

    /** Customers who bought few things at once, at the beginning of a month. */
    private static final String Q73 = """
            SELECT c_last_name, c_first_name, c_salutation, c_preferred_cust_flag, ss_ticket_number, things
            FROM (
                SELECT ss_ticket_number, ss_customer_sk, count(*) AS things
                FROM store_sales
                JOIN date_dim ON ss_sold_date_sk = d_date_sk
                JOIN store ON ss_store_sk = s_store_sk
                JOIN household_demographics ON ss_hdemo_sk = hd_demo_sk
                WHERE d_dom BETWEEN 1 AND 2
                    AND hd_buy_potential IN ('>10000', 'Unknown')
                    AND hd_vehicle_count > 0
                    AND CASE WHEN hd_vehicle_count > 0 THEN hd_dep_count / hd_vehicle_count END > 1
                    AND d_year IN (1999, 2000, 2001)
                    AND s_county = 'Williamson County'
                GROUP BY ss_ticket_number, ss_customer_sk) AS tickets
            JOIN customer ON ss_customer_sk = c_customer_sk
            WHERE things BETWEEN 1 AND 5
            ORDER BY things DESC, c_last_name
            """;

    /** Customers who bought on a Monday, at stores of a size. */
    private static final String Q79 = """
            SELECT c_last_name, c_first_name, substr(s_city, 1, 30), ss_ticket_number, amount, profit
            FROM (
                SELECT ss_ticket_number, ss_customer_sk, s_city,
                    sum(ss_coupon_amt) AS amount, sum(ss_net_profit) AS profit
                FROM store_sales
                JOIN date_dim ON ss_sold_date_sk = d_date_sk
                JOIN store ON ss_store_sk = s_store_sk
                JOIN household_demographics ON ss_hdemo_sk = hd_demo_sk
                WHERE (hd_dep_count = 6 OR hd_vehicle_count > 2)
                    AND d_dow = 1
                    AND d_year IN (1999, 2000, 2001)
                    AND s_number_employees BETWEEN 200 AND 295
                GROUP BY ss_ticket_number, ss_customer_sk, ss_addr_sk, s_city) AS tickets
            JOIN customer ON ss_customer_sk = c_customer_sk
            ORDER BY c_last_name, c_first_name, substr(s_city, 1, 30), profit
            """;

    /** Counts and maxima of the keys of all sales. */
    private static final String SS_MAX = """
            SELECT count(*), count(ss_sold_date_sk), count(DISTINCT ss_sold_date_sk), max(ss_sold_date_sk),
                max(ss_sold_time_sk), max(ss_item_sk), max(ss_customer_sk), max(ss_cdemo_sk), max(ss_hdemo_sk),
                max(ss_addr_sk), max(ss_store_sk), max(ss_promo_sk)
            FROM store_sales
            """;

    static final List<String> ALL = List.of(Q34, Q43, Q46, Q59, Q68, Q73, Q79, SS_MAX);

    private static String salesByDay() {
        return String.join(
                ", ",
                List.of("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday").stream()
                        .map(day -> "sum(CASE WHEN d_day_name = '%s' THEN ss_sales_price END) AS %s"
                                .formatted(day, day.toLowerCase(Locale.ROOT)))
                        .toList());
    }
}
