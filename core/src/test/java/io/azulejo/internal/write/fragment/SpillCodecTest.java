package io.azulejo.internal.write.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpillCodecTest {
  private static final int ROWS = 1000;
  private static final int FIRST = 300;
  private static final Optional<EncryptionKey> KEY = Optional.of(EncryptionKey.of(new byte[32]));

  @ParameterizedTest(name = "var: {0}, nullable: {1}, compressed: {2}, encrypted: {3}")
  @CsvSource({
    "false, false, false, false",
    "false, true, true, false",
    "true, false, false, true",
    "true, false, true, false",
    "true, true, false, false",
    "true, true, true, true"
  })
  void decodesTheCellsThatWereAddedInParts(
      boolean var, boolean nullable, boolean compressed, boolean encrypted) {
    Random random = new Random(ROWS);
    int[] offsets = var ? new int[ROWS + 1] : null;
    for (int row = 0; var && row < ROWS; row++) {
      offsets[row + 1] = offsets[row] + Integer.BYTES * random.nextInt(5);
    }
    byte[] data = new byte[var ? offsets[ROWS] : ROWS * Integer.BYTES];
    random.nextBytes(data);
    byte[] validity = nullable ? new byte[ROWS] : null;
    for (int row = 0; nullable && row < ROWS; row++) {
      validity[row] = (byte) random.nextInt(2);
    }
    Optional<EncryptionKey> key = encrypted ? KEY : Optional.empty();
    SpillCodec codec =
        compressed
            ? SpillCodec.compressed(Datatype.INT32, var, nullable, key)
            : SpillCodec.plain(var, nullable, key);
    int size = (int) codec.size(ROWS, data.length);
    Scratch scratch = new Scratch();

    SpillCodec.Encoder encoder = codec.encoder(new byte[size], ROWS, data.length);
    int middle = var ? offsets[FIRST] : FIRST * Integer.BYTES;
    encoder.add(data, 0, middle, offsets, validity, 0, FIRST);
    encoder.add(data, middle, data.length - middle, offsets, validity, FIRST, ROWS - FIRST);
    Slice stored = encoder.finish(scratch);
    byte[] file =
        Arrays.copyOfRange(stored.array(), stored.offset(), stored.offset() + stored.length());
    CellColumn decoded = codec.decode(Slice.of(file), ROWS, size, scratch);

    assertThat(Arrays.copyOf(decoded.data(), data.length)).isEqualTo(data);
    assertThat(decoded.start()).isZero();
    assertThat(decoded.offsets()).isEqualTo(offsets);
    assertThat(decoded.validity()).isEqualTo(validity);
  }
}
