package io.azulejo.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.RangedInputFile;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A blob, read by ranges. Opening it asks nothing; its size comes with the first answer. */
final class AzureInputFile extends RangedInputFile {
  /** The last byte is -1 where Azurite answers that there is none; Azure says so by status 416. */
  private static final Pattern RANGE = Pattern.compile("bytes (\\d+)-(-1|\\d+)/(\\d+)");

  private static final Pattern SIZE = Pattern.compile("bytes \\*/(\\d+)");

  private final AzureStorage storage;
  private final BlobName name;
  private volatile long size = -1;

  AzureInputFile(AzureStorage storage, Location location, int maxRange) {
    super(location, maxRange, storage.transfers());
    this.storage = storage;
    this.name = BlobName.of(location);
  }

  @Override
  public long size() {
    requireOpen();
    if (size < 0) {
      try {
        size =
            storage
                .requests()
                .send(name, () -> storage.connection().blob(name).getProperties().getBlobSize());
      } catch (RuntimeException e) {
        throw storage.failures().failed("HEAD", name, e);
      }
    }
    return size;
  }

  @Override
  protected void fetch(List<Piece> pieces) {
    if (!get(pieces)) {
      Piece last = pieces.get(pieces.size() - 1);
      throw last.position() > size() - last.length() ? endsBefore(pieces, size()) : tooFew();
    }
  }

  /**
   * As {@link InputFile#readEnd}. Azure knows no ranges from the end: where the file was listed
   * before, its end is asked for by the size that it had then, and the answer says whether it still
   * has; else as many bytes of its beginning, which are all of most files, and the size of each.
   */
  @Override
  public long readEnd(byte[] target) {
    requireOpen();
    if (target.length == 0) {
      return size();
    }
    OptionalLong hint = size >= 0 ? OptionalLong.of(size) : storage.listing().size(name);
    long expected = Math.max(hint.orElse(target.length), 1);
    while (true) {
      int length = (int) Math.min(expected, target.length);
      List<Piece> end = List.of(new Piece(expected - length, target, 0, length));
      boolean filled = get(end);
      boolean all = expected == length && size <= length;
      if (all || (filled && size == expected)) {
        return size;
      }
      if (size == expected) {
        throw tooFew();
      }
      expected = Math.max(size, 1);
    }
  }

  /**
   * Sends one request for all from the first piece to the last, and learns the size of the file.
   *
   * @return whether the pieces are filled; if not, the file ends before, and they are as far as it
   *     goes
   */
  private boolean get(List<Piece> pieces) {
    long first = pieces.get(0).position();
    Piece last = pieces.get(pieces.size() - 1);
    long end = last.position() + last.length();
    try {
      return storage.requests().send(name, () -> get(pieces, first, end));
    } catch (RuntimeException e) {
      if (AzureFailures.status(e) == 416) {
        size = sizeOf(e);
        return false;
      }
      throw storage.failures().failed("GET", name, e);
    }
  }

  private boolean get(List<Piece> pieces, long first, long end) {
    try (HttpResponse answer = storage.connection().get(name, first, end)) {
      String header = answer.getHeaderValue(HttpHeaderName.CONTENT_RANGE);
      Matcher range = RANGE.matcher(String.valueOf(header));
      if (!range.matches()
          || Long.parseLong(range.group(1)) != first
          || Long.parseLong(range.group(2)) >= end) {
        throw new StorageException(
            "GET %s: bytes from %d to %d were asked for, but \"%s\" came"
                .formatted(name, first, end - 1, header),
            name.toString(),
            null,
            false);
      }
      size = Long.parseLong(range.group(3));
      return fill(pieces, answer, first, Long.parseLong(range.group(2)) + 1);
    } catch (IOException e) {
      throw new UncheckedIOException("the answer was cut short", e);
    }
  }

  /** Fills pieces from an answer with the bytes of a range; those between are dropped. */
  private boolean fill(List<Piece> pieces, HttpResponse answer, long first, long end)
      throws IOException {
    InputStream body = answer.getBodyAsBinaryData().toStream();
    long at = first;
    for (Piece piece : pieces) {
      body.skipNBytes(Math.min(piece.position(), end) - at);
      int length = (int) Math.max(0, Math.min(piece.length(), end - piece.position()));
      if (body.readNBytes(piece.target(), piece.offset(), length) < length) {
        throw new EOFException("it ended early");
      }
      if (length < piece.length()) {
        return false;
      }
      at = piece.position() + length;
    }
    storage.counts().read(at - first);
    return true;
  }

  private long sizeOf(RuntimeException outOfRange) {
    Matcher found = SIZE.matcher(AzureFailures.header(outOfRange, HttpHeaderName.CONTENT_RANGE));
    if (found.matches()) {
      return Long.parseLong(found.group(1));
    }
    size = -1;
    return size();
  }

  private StorageException tooFew() {
    return new StorageException(
        "GET %s: bytes that are there by its size, %d, were not sent".formatted(name, size),
        name.toString(),
        null,
        true);
  }
}
