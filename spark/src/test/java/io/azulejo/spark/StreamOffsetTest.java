package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.SnapshotToken;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Offsets of streams as texts, which checkpoints keep. */
class StreamOffsetTest {
  private final SnapshotToken token = token();

  private static SnapshotToken token() {
    Location place = Location.of("mem://arrays/offsets");
    try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build()) {
      azulejo.create(place, TestSchemas.of("sparse(x INT64 0..9/10) a INT64"));
      return azulejo.open(place).token();
    }
  }

  @Test
  void textsAreReadAsTheyWereWritten() {
    StreamOffset first = StreamOffset.START.next(token, null);
    StreamOffset second = first.next(token, token);

    assertThat(StreamOffset.START.json()).isEqualTo("{\"version\":1,\"sequence\":0}");
    for (StreamOffset offset : new StreamOffset[] {StreamOffset.START, first, second}) {
      StreamOffset read = StreamOffset.parse(offset.json());
      assertThat(read).isEqualTo(offset);
      assertThat(read.seen()).isEqualTo(offset.seen());
      assertThat(read.cells()).isEqualTo(offset.cells());
      assertThat(read.sequence()).isEqualTo(offset.sequence());
    }
  }

  /** What the first release that had streams wrote, of an array with one fragment. */
  @Test
  void textsOfTheFirstReleaseAreRead() {
    String token =
        "QVpTVAEAAAAUAAAAbWVtOi8vYXJyYXlzL29mZnNldHMAAAAAAAAAAL2YtAmiAQAAAQAAAD4AAABfXzE3"
            + "OTU0NTkxNTk2NDdfMTc5NTQ1OTE1OTY0N18wMWEyMDliNDk2OTEwMDAwN2ExYzA4OWE1YWNjOGZlMQEA"
            + "AABBAAAAX18xNzk1NDU5MTU5OTYwXzE3OTU0NTkxNTk5NjBfMDFhMjA5YjQ5N2RjMDAwMDNhMjFkMmUy"
            + "N2FmMTZlNjJfMjIAAAAAAAAAAAAAAADEwsdo";
    String text =
        "{\"version\":1,\"sequence\":7,\"seen\":\"%s\",\"cells\":\"%s\"}".formatted(token, token);

    StreamOffset offset = StreamOffset.parse(text);

    assertThat(offset.json()).isEqualTo(text);
    assertThat(offset.sequence()).isEqualTo(7);
    assertThat(offset.seen().orElseThrow())
        .hasToString("a snapshot of mem://arrays/offsets: 1 fragments");
  }

  @Test
  void textsOfOthersAreRefusedWithAdvice() {
    for (String text :
        new String[] {
          "",
          "17",
          "{}",
          "{\"logOffset\":3}",
          "{\"version\":1,\"sequence\":1}",
          "{\"version\":1,\"sequence\":-1}",
          "{\"version\":1,\"sequence\":9999999999999999999}",
          "{\"version\":1,\"sequence\":0,\"seen\":\"\",\"cells\":\"\"}",
          "{\"version\":1,\"sequence\":1,\"seen\":\"AAAA\",\"cells\":\"\"}",
          "{\"version\":1,\"sequence\":1,\"seen\":\"A\",\"cells\":\"=\"}"
        }) {
      assertThatThrownBy(() -> StreamOffset.parse(text))
          .as(text)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("give the query a new checkpointLocation");
    }
    assertThatThrownBy(() -> StreamOffset.parse("{\"version\":2,\"sequence\":0}"))
        .hasMessageContaining("it has version 2, but this release reads version 1");
  }

  @Test
  void textsThatWereChangedAreRefusedOrReadAsTheyAre() {
    String text = StreamOffset.START.next(token, token).json();
    Random random = new Random(5);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder changed = new StringBuilder(text);
      for (int n = random.nextInt(3); n >= 0; n--) {
        changed.setCharAt(random.nextInt(changed.length()), (char) (32 + random.nextInt(96)));
      }
      if (random.nextInt(3) == 0) {
        changed.setLength(random.nextInt(changed.length()));
      }
      try {
        assertThat(StreamOffset.parse(changed.toString()).json()).isEqualTo(changed.toString());
      } catch (InvalidRequestException e) {
        assertThat(e).hasMessageContaining("give the query a new checkpointLocation");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1_000);
  }
}
