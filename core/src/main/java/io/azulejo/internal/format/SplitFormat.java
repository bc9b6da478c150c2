package io.azulejo.internal.format;

import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import java.util.List;

/** Encodes and decodes {@link Split}s. */
public final class SplitFormat {
  private static final PortableBytes<Split> BYTES =
      new PortableBytes<>(
          "split", "AZSP", List.of(SplitFormat::withoutCropping, SplitFormat::transfer));

  private SplitFormat() {}

  /**
   * Encodes a split.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text of its condition exceeds a limit
   *     of the parser
   */
  public static byte[] encode(Split split) {
    ReadRequestFormat.checkCondition(split.request());
    return BYTES.encode(split);
  }

  /**
   * Decodes a split.
   *
   * @throws io.azulejo.error.CorruptDataException if the bytes are not a split or are damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release wrote the bytes
   */
  public static Split decode(byte[] bytes) {
    return ReadRequestFormat.decoded("split", () -> BYTES.decode(bytes));
  }

  private static Split transfer(Wire wire, Split split) {
    return transfer(wire, ReadRequestFormat::transfer, split);
  }

  /** Transfers a split in the first layout. */
  private static Split withoutCropping(Wire wire, Split split) {
    return transfer(wire, ReadRequestFormat::withoutCropping, split);
  }

  private static Split transfer(Wire wire, Wire.Transfer<ReadRequest> request, Split split) {
    return Split.of(
        wire.struct("request", request, split, Split::request),
        wire.count64("cells", split, Split::cells),
        wire.count64("stored_bytes", split, Split::storedBytes),
        wire.count64("decoded_bytes", split, Split::decodedBytes));
  }
}
