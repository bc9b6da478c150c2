package io.azulejo.text.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.SerialForms;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.Subarray;
import io.azulejo.query.TileRange;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.testkit.TestLayer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestJsonTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);
  private static final List<String> CONDITIONS =
      List.of(
          "a > 3 and (s starts with 'x' or f is nan) or not b = 1e999",
          "true",
          "name in ('é', 'it''s \"quoted\"') and t < '2024-01-01'",
          "x is not null");

  private final Random random = new Random(SEED);

  private ReadRequest request() {
    ReadRequest request = ReadRequest.ALL;
    if (random.nextInt(4) == 0) {
      request = request.points(points(random.nextInt(4)));
    } else {
      request = request.subarray(subarray()).cropRanges(random.nextBoolean());
    }
    if (random.nextBoolean()) {
      request =
          request.select(IntStream.range(0, random.nextInt(3)).mapToObj(i -> name()).toList());
    }
    if (random.nextInt(4) == 0) {
      request =
          request.tiles(
              List.of(new TileRange(name(), 3, Integer.MAX_VALUE), new TileRange(name(), 0, 0)));
    }
    request =
        request.layout(
            List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER, Layout.UNORDERED)
                .get(random.nextInt(4)));
    if (random.nextBoolean()) {
      request = request.where(Condition.parse(CONDITIONS.get(random.nextInt(CONDITIONS.size()))));
    }
    switch (random.nextInt(5)) {
      case 0 -> request = request.cells(ReadRequest.Cells.MATCHING);
      case 1 -> request = request.cells(ReadRequest.Cells.GRID);
      case 2 -> request = request.cells(ReadRequest.Cells.ALL);
      case 3 -> request = request.cells(ReadRequest.Cells.WRITTEN);
      default -> request = request.limit(random.nextLong() >>> 1);
    }
    if (random.nextBoolean()) {
      request =
          request.timeout(
              Duration.ofSeconds(random.nextInt(1000), 1 + random.nextInt(999_999_999)));
    }
    return request;
  }

  /** Some are no UTF-8, which strings say by lone surrogates. */
  private String name() {
    return List.of("", "x", "y.z[0]", "\udc80", "größe \ud83d\ude00", "\"\n").get(random.nextInt(6))
        + random.nextInt(100);
  }

  private Subarray subarray() {
    Subarray part = Subarray.ALL;
    for (int d = random.nextInt(4); d > 0; d--) {
      int ranges = 1 + random.nextInt(3);
      part = part.and(name(), IntStream.range(0, ranges).mapToObj(i -> range()).toList());
    }
    return part;
  }

  private double number() {
    return switch (random.nextInt(6)) {
      case 0 -> Double.longBitsToDouble(random.nextLong());
      case 1 -> -0.0;
      case 2 -> Double.NaN;
      case 3 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      case 4 -> random.nextInt(100);
      default -> random.nextDouble();
    };
  }

  private Range range() {
    byte[] bytes = new byte[random.nextInt(5)];
    random.nextBytes(bytes);
    return switch (random.nextInt(9)) {
      case 0 -> Range.of(random.nextLong(), random.nextLong());
      case 1 -> Range.of(number(), number());
      case 2 -> Range.of(bytes, new byte[] {'a', 'b'});
      case 3 -> Range.every(1 + (random.nextLong() >>> 2), -5, random.nextInt(100));
      case 4 -> Range.from(random.nextInt());
      case 5 -> Range.until(number());
      case 6 -> new Range.Open(Range.of(bytes, bytes), true);
      case 7 -> Range.of("", "größe \ud83d\ude00\u0000");
      default -> Range.until("b");
    };
  }

  private Points points(int count) {
    return Points.of("a", random.longs(count).toArray())
        .and("b", IntStream.range(0, count).mapToDouble(i -> number()).toArray())
        .and(name(), IntStream.range(0, count).mapToObj(i -> name()).toArray(String[]::new));
  }

  @Test
  void requestsAreTheSameAgain() {
    for (int i = 0; i < 5000; i++) {
      ReadRequest request = request();
      String json = RequestJson.of(request);

      ReadRequest again = RequestJson.readRequest(json);

      assertThat(SerialForms.of(again))
          .as("azulejo.seed=%d, %s", SEED, json)
          .isEqualTo(SerialForms.of(request));
      assertThat(RequestJson.of(again)).isEqualTo(json);
    }
  }

  @Test
  void theTextIsUtf8WhateverTheNamesAre() {
    for (int i = 0; i < 1000; i++) {
      String json = RequestJson.of(request());
      byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
      assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(json);
    }
  }

  @Test
  void partsAreTheSameAgain() {
    for (int i = 0; i < 500; i++) {
      Split split =
          Split.of(request(), random.nextLong() >>> 1, random.nextInt(9), random.nextLong() >>> 1);
      String json = RequestJson.of(split);

      Split again = RequestJson.split(json);

      assertThat(SerialForms.of(again)).isEqualTo(SerialForms.of(split));
    }
  }

  @Test
  void rangesAreTheSameAgain() {
    for (int i = 0; i < 2000; i++) {
      Subarray subarray = subarray();
      assertThat(RequestJson.subarray(RequestJson.of(subarray))).isEqualTo(subarray);
    }
  }

  /** The form is part of what users keep: what is written stays as it is. */
  @Test
  void theFormStaysAsItIs() {
    ReadRequest request =
        ReadRequest.ALL
            .subarray(
                Subarray.of("y", 1, 4)
                    .and("y", Range.every(2, 10, 20))
                    .and("x", Range.from(0.5))
                    .and("s", "a", "ü")
                    .and("b", Range.of(new byte[] {-1}, new byte[] {-1, 0})))
            .cropRanges(true)
            .tiles(List.of(new TileRange("__1_1_0", 0, 7)))
            .select("y", "a")
            .layout(Layout.GLOBAL_ORDER)
            .where(Condition.field("a").greaterThan(1))
            .cells(ReadRequest.Cells.WRITTEN)
            .limit(10)
            .timeout(Duration.ofMillis(1500));

    assertThat(RequestJson.of(Split.of(request, 1, 2, 3)))
        .isEqualTo(
            """
            {"request":{"subarray":[\
            {"dimension":"y","integers":[1,4]},\
            {"dimension":"y","integers":[10,20],"step":2},\
            {"dimension":"x","numbers":[0.5,null]},\
            {"dimension":"s","strings":["a","ü"]},\
            {"dimension":"b","bytes":["ff","ff00"]}],\
            "crop_ranges":true,\
            "tiles":[{"fragment":"__1_1_0","first":0,"last":7}],\
            "fields":["y","a"],"layout":"global-order","condition":"a > 1",\
            "cells":"written","limit":10,"timeout":"PT1.5S"},\
            "cells":1,"stored_bytes":2,"decoded_bytes":3}""");
    assertThat(
            RequestJson.of(
                ReadRequest.ALL
                    .points(Points.of("y", 1, 2).and("x", -0.0, Double.NaN).and("s", "a", "b"))
                    .cells(ReadRequest.Cells.MATCHING)))
        .isEqualTo(
            """
            {"points":[{"dimension":"y","integers":[1,2]},\
            {"dimension":"x","numbers":[-0.0,"NaN"]},\
            {"dimension":"s","strings":["a","b"]}],"cells":"matching"}""");
    assertThat(RequestJson.of(Subarray.ALL)).isEqualTo("[]");
  }

  @Test
  void whatIsLeftOutIsAsInARequestOfEverything() {
    assertThat(SerialForms.of(RequestJson.readRequest("{}")))
        .isEqualTo(SerialForms.of(ReadRequest.ALL));
  }

  @Test
  void integersOfUint64CanBeWrittenWithoutASign() {
    assertThat(
            RequestJson.subarray(
                    "[{\"dimension\": \"u\", \"integers\": [0, 18446744073709551615]}]")
                .ranges())
        .containsEntry("u", List.of(Range.of(0, -1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                               | JSON: expected an object {...}, got a list",
        "{                                                | (line 1, column",
        "{} {}                                            | unexpected text after",
        "{\"limt\": 1}                                    | JSON at limt: unknown key",
        "{\"limit\": 1, \"limit\": 2}                     | is given more than once",
        "{\"limit\": -1}                                  | JSON at limit: expected an integer",
        "{\"limit\": 1.0}                                 | JSON at limit: expected an integer",
        "{\"limit\": 9223372036854775808}                 | JSON at limit",
        "{\"limit\": null}                                | JSON at limit",
        "{\"layout\": \"hilbert\"}                        | JSON at layout: cells cannot be read in Hilbert order",
        "{\"layout\": \"ROW_MAJOR\"}                      | JSON at layout: \"ROW_MAJOR\" is not one of",
        "{\"condition\": \"a >\"}                         | JSON at condition",
        "{\"condition\": 1}                               | JSON at condition: expected a string",
        "{\"timeout\": \"5s\"}                            | JSON at timeout: \"5s\" is not an ISO 8601 duration",
        "{\"timeout\": \"PT-1S\"}                         | JSON at timeout",
        "{\"cells\": \"some\"}                            | JSON at cells",
        "{\"cells\": \"some\"}   | JSON at cells",
        "{\"fields\": [\"a\", 1]}                         | JSON at fields[1]: expected a string",
        "{\"tiles\": [{\"fragment\": \"f\", \"first\": 2, \"last\": 1}]} | JSON at tiles[0]",
        "{\"tiles\": [{\"fragment\": \"f\", \"first\": 2}]} | JSON at tiles[0]: required key \"last\"",
        "{\"subarray\": {\"y\": []}}                      | JSON at subarray: expected a list",
        "{\"subarray\": [[1, 2]]}                         | JSON at subarray[0]: expected an object",
        "{\"subarray\": [{\"dimension\": \"y\"}]}          | JSON at subarray[0]: expected one of the keys integers, numbers, strings and bytes, got 0",
        "{\"subarray\": [{\"integers\": [1, 2]}]}         | subarray[0]: required key \"dimension\"",
        "{\"subarray\": [{\"dimension\": \"y\", \"low\": 1, \"integers\": [1, 2]}]} | [0].low: unknown key",
        "{\"subarray\": [{\"dimension\": \"y\", \"integers\": [1]}]}   | JSON at subarray[0].integers: expected two values",
        "{\"subarray\": [{\"dimension\": \"y\", \"integers\": [null, null]}]} | subarray[0].integers",
        "{\"subarray\": [{\"dimension\": \"y\", \"integers\": [1, 2.5]}]} | JSON at subarray[0].integers[1]: expected an integer",
        "{\"subarray\": [{\"dimension\": \"y\", \"integers\": [1, 18446744073709551616]}]} | integers[1]",
        "{\"subarray\": [{\"dimension\": \"y\", \"integers\": [1, 2], \"strings\": [\"a\", \"b\"]}]} | got 2",
        "{\"subarray\": [{\"dimension\": \"y\", \"integers\": [1, 2], \"step\": 0}]} | JSON at subarray[0].step",
        "{\"subarray\": [{\"dimension\": \"y\", \"integers\": [1, null], \"step\": 2}]} | two ends",
        "{\"subarray\": [{\"dimension\": \"y\", \"numbers\": [1, 1e999]}]} | JSON at subarray[0].numbers[1]",
        "{\"subarray\": [{\"dimension\": \"y\", \"numbers\": [1, \"2\"]}]} | without quotes",
        "{\"subarray\": [{\"dimension\": \"y\", \"numbers\": [1, \"x\"]}]} | JSON at subarray[0].numbers[1]",
        "{\"subarray\": [{\"dimension\": \"y\", \"bytes\": [\"0\", \"00\"]}]} | hexadecimal",
        "{\"points\": [{\"dimension\": \"y\", \"integers\": [1]}, {\"dimension\": \"x\", \"numbers\": []}]}"
            + " | JSON at points[1]",
        "{\"points\": [{\"dimension\": \"y\", \"integers\": [1]}, {\"dimension\": \"y\", \"integers\": [1]}]}"
            + " | JSON at points[1]",
        "{\"points\": [{\"dimension\": \"y\", \"bytes\": [\"00\"]}]} | JSON at points[0].bytes",
        "{\"points\": [{\"dimension\": \"y\", \"integers\": [1]}], \"subarray\": [{\"dimension\": \"y\", \"integers\": [1, 1]}]}"
            + " | JSON at points: the request has both points and ranges",
      })
  void whatIsNoRequestIsRefusedWithItsPlace(String json, String message) {
    assertThatThrownBy(() -> RequestJson.readRequest(json))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @Test
  void hugeAndDeepTextsAreRefused() {
    String deep = "{\"fields\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    assertThatThrownBy(() -> RequestJson.readRequest(deep))
        .isInstanceOf(InvalidRequestException.class);
    String digits = "{\"limit\": " + "9".repeat(1_000_000) + "}";
    assertThatThrownBy(() -> RequestJson.readRequest(digits))
        .isInstanceOf(InvalidRequestException.class);
    StringBuilder names = new StringBuilder("{\"subarray\": [");
    for (int i = 0; i < 100_000; i++) {
      names.append(i == 0 ? "" : ", ").append("{\"dimension\": \"").append(i);
      names.append("\", \"integers\": [1, 2]}");
    }
    String many = names.append("]}").toString();
    assertThatThrownBy(() -> RequestJson.readRequest(many))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("JSON at subarray: 100,000 dimensions");
    Condition condition = Condition.field("a").equalTo(1);
    for (int i = 0; i < 250; i++) {
      condition = condition.negate();
    }
    Condition deepest = condition;
    ReadRequest request = ReadRequest.ALL.where(deepest);
    assertThat(RequestJson.readRequest(RequestJson.of(request)).condition()).contains(deepest);
    assertThatThrownBy(deepest::negate).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void changedTextsAreRefusedOrARequest() {
    int requests = 0;
    int refused = 0;
    for (int i = 0; i < TestLayer.cases(20_000, 3_000); i++) {
      StringBuilder text = new StringBuilder(RequestJson.of(request()));
      for (int n = random.nextInt(3); n >= 0; n--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, "0-1.e\"[]{},:null\\u".charAt(random.nextInt(18)));
          case 1 -> text.deleteCharAt(at);
          default -> text.insert(at, text.charAt(random.nextInt(text.length())));
        }
      }
      try {
        assertThat(RequestJson.readRequest(text.toString()).layout()).isNotNull();
        requests++;
      } catch (InvalidRequestException e) {
        assertThat(e.getMessage()).startsWith("JSON");
        refused++;
      }
    }
    assertThat(requests).isGreaterThan(TestLayer.cases(100, 10));
    assertThat(refused).isGreaterThan(TestLayer.cases(1000, 100));
  }
}
