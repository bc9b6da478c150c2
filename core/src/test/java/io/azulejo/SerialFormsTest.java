package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Condition;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.Subarray;
import io.azulejo.query.TileRange;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.testkit.TestLayer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Requests and their parts as bytes. */
class SerialFormsTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);

  private final Random random = new Random(SEED);

  private ReadRequest request() {
    ReadRequest request = ReadRequest.ALL;
    Subarray part = Subarray.ALL;
    if (random.nextInt(4) == 0) {
      request = request.points(points());
    } else {
      for (int d = random.nextInt(4); d > 0; d--) {
        part = part.and(name(), IntStream.range(0, 3).mapToObj(i -> range()).toList());
      }
      request = request.subarray(part);
    }
    request = request.cropRanges(random.nextBoolean());
    if (random.nextBoolean()) {
      request = request.select(List.of(name(), name()));
    }
    if (random.nextInt(4) == 0) {
      request = request.tiles(List.of(new TileRange(name(), 3, 9), new TileRange(name(), 0, 0)));
    }
    request =
        request.layout(
            List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER, Layout.UNORDERED)
                .get(random.nextInt(4)));
    if (random.nextBoolean()) {
      request =
          request.where(
              Condition.parse("a > 3 and (s starts with 'x' or f is nan) or not b = 1e999"));
    }
    switch (random.nextInt(5)) {
      case 0 -> request = request.cells(ReadRequest.Cells.MATCHING);
      case 1 -> request = request.cells(ReadRequest.Cells.GRID);
      case 2 -> request = request.cells(ReadRequest.Cells.ALL);
      case 3 -> request = request.cells(ReadRequest.Cells.WRITTEN);
      default -> request = request.limit(random.nextLong() >>> 1);
    }
    if (random.nextBoolean()) {
      request = request.timeout(Duration.ofNanos(1 + random.nextInt(Integer.MAX_VALUE)));
    }
    return request;
  }

  private String name() {
    return List.of("", "x", "y", "\udc80", "größe \ud83d\ude00").get(random.nextInt(5))
        + random.nextInt(100);
  }

  private Range range() {
    return switch (random.nextInt(6)) {
      case 0 -> Range.of(random.nextLong(), random.nextLong());
      case 1 -> Range.of(-0.0, random.nextDouble());
      case 2 -> Range.of(new byte[] {0, -1}, new byte[random.nextInt(5)]);
      case 3 -> Range.every(1 + random.nextInt(9), -5, random.nextInt(100));
      case 4 -> Range.from(random.nextInt());
      default -> Range.until("b");
    };
  }

  private Points points() {
    return Points.of("a", random.nextLong(), 2, 3)
        .and("b", -0.0, random.nextDouble(), 1)
        .and("c", "", "é", "\u0000");
  }

  private static List<Object> contents(ReadRequest request) {
    return List.of(
        request.subarray(),
        request
            .points()
            .map(
                points ->
                    Arrays.toString(points.integers("a").orElseThrow())
                        + Arrays.toString(points.floatingPoints("b").orElseThrow())
                        + Arrays.toString(points.strings("c").orElseThrow())),
        request.cropsRanges(),
        request.tiles(),
        request.fields(),
        request.layout(),
        request.condition(),
        request.cells(),
        request.limit(),
        request.timeout());
  }

  @Test
  void requestsAreTheSameAgain() {
    for (int i = 0; i < TestLayer.cases(2000, 300); i++) {
      ReadRequest request = request();
      byte[] bytes = SerialForms.of(request);

      ReadRequest again = SerialForms.readRequest(bytes);

      assertThat(contents(again)).as("azulejo.seed=%d", SEED).isEqualTo(contents(request));
      assertThat(SerialForms.of(again)).isEqualTo(bytes);
    }
  }

  @Test
  void partsAreTheSameAgain() {
    Split split = Split.of(request(), 1, 2, 3);

    Split again = SerialForms.split(SerialForms.of(split));

    assertThat(contents(again.request())).isEqualTo(contents(split.request()));
    assertThat(List.of(again.cells(), again.storedBytes(), again.decodedBytes()))
        .containsExactly(1L, 2L, 3L);
  }

  /** The bytes are part of what users keep: a change of the layout needs a new version of it. */
  @Test
  void theBytesStayAsTheyAre() {
    ReadRequest request =
        ReadRequest.ALL.subarray(Subarray.of("x", 1, 2)).where(Condition.field("a").greaterThan(1));

    assertThat(SerialForms.of(request))
        .asHexString()
        .isEqualTo(
            "415A525202000000010000000100000078010000000001000000000000000200000000000000"
                + "00000000010500000061203E203100FFFFFFFFFFFFFF7F0000D3E9B76D");
  }

  @Test
  void theBytesOfTheFirstVersionCanBeRead() {
    byte[] bytes =
        HexFormat.of()
            .parseHex(
                "415a525201000000010000000100000078010000000001000000000000000200000000000000"
                    + "00000000010500000061203e203100ffffffffffffff7f0082d167c5");

    ReadRequest request = SerialForms.readRequest(bytes);

    assertThat(request.subarray()).isEqualTo(Subarray.of("x", 1, 2));
    assertThat(request.condition()).contains(Condition.field("a").greaterThan(1));
    assertThat(request.cropsRanges()).isFalse();
  }

  @Test
  void damagedBytesAreRefused() {
    byte[] bytes = SerialForms.of(Split.of(request(), 1, 2, 3));
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= (byte) (1 + random.nextInt(255));
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> SerialForms.split(changed)).isInstanceOf(CorruptDataException.class);
      assertThatThrownBy(() -> SerialForms.split(cut)).isInstanceOf(CorruptDataException.class);
    }
  }

  @Test
  void maliciousBytesAreRefusedOrARequest() {
    int requests = 0;
    for (int i = 0; i < TestLayer.cases(20_000, 1500); i++) {
      byte[] bytes = SerialForms.of(request());
      for (int n = random.nextInt(3); n >= 0; n--) {
        bytes[8 + random.nextInt(bytes.length - 12)] = (byte) random.nextInt(256);
      }
      CRC32C sum = new CRC32C();
      sum.update(bytes, 0, bytes.length - 4);
      ByteBuffer.wrap(bytes)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(bytes.length - 4, (int) sum.getValue());
      try {
        assertThat(SerialForms.readRequest(bytes).layout()).isNotNull();
        requests++;
      } catch (CorruptDataException | UnsupportedFormatException e) {
        assertThat(e).hasMessageContaining("read request");
      }
    }
    assertThat(requests).isBetween(TestLayer.cases(100, 10), TestLayer.cases(19_000, 1_490));
  }

  @Test
  void conditionsThatAreTooDeepToBeReadAgainAreRefused() {
    Condition deep = Condition.field("a").equalTo(1);
    for (int i = 0; i < 250; i++) {
      deep = deep.negate();
    }
    Condition deepest = deep;
    ReadRequest request = ReadRequest.ALL.where(deepest);

    assertThat(SerialForms.readRequest(SerialForms.of(request)).condition()).contains(deepest);
    refuses(InvalidRequestException.class, deepest::negate);
  }
}
