package io.azulejo.s3;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** An object, read by ranges. Opening it asks nothing; its size comes with the first answer. */
final class S3InputFile implements InputFile {
  private static final Pattern RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+|\\*)");
  private static final Pattern SIZE = Pattern.compile("bytes \\*/(\\d+)");

  /** What one connection should bring at the most before another one is worth it. */
  private final int maxRange;

  private final S3Storage storage;
  private final Location location;
  private final ObjectName name;
  private volatile long size = -1;
  private volatile boolean closed;

  S3InputFile(S3Storage storage, Location location, int maxRange) {
    this.storage = storage;
    this.location = location;
    this.name = ObjectName.of(location);
    this.maxRange = maxRange;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    requireOpen();
    if (size < 0) {
      try {
        HeadObjectResponse answer =
            storage.client().headObject(r -> r.bucket(name.bucket()).key(name.key()));
        size = S3Failures.length("HEAD", name, answer.contentLength());
      } catch (SdkException e) {
        throw storage.failures().failed("HEAD", name, e);
      }
    }
    return size;
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, target.length);
    requireOpen();
    if (position < 0) {
      throw new IllegalArgumentException("position " + position + " is negative");
    }
    if (length == 0) {
      return;
    }
    if (position > Long.MAX_VALUE - length) {
      throw endsBefore(position, length, size());
    }
    if (length <= maxRange) {
      get(List.of(new Piece(position, target, offset, length)));
      return;
    }
    List<Runnable> parts = new ArrayList<>();
    int count = (int) (((long) length + maxRange - 1) / maxRange);
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) length * i / count);
      int to = (int) ((long) length * (i + 1) / count);
      parts.add(() -> get(List.of(new Piece(position + from, target, offset + from, to - from))));
    }
    storage.transfers().all(parts);
  }

  @Override
  public void read(List<Piece> pieces) {
    requireOpen();
    List<Piece> wanted = new ArrayList<>();
    long end = 0;
    for (Piece piece : pieces) {
      Objects.checkFromIndexSize(piece.offset(), piece.length(), piece.target().length);
      if (piece.position() < end) {
        throw new IllegalArgumentException(
            "position " + piece.position() + " is negative, or before the end of another piece");
      }
      if (piece.position() > Long.MAX_VALUE - piece.length()) {
        throw endsBefore(piece.position(), piece.length(), size());
      }
      end = piece.position() + piece.length();
      if (piece.length() > 0) {
        wanted.add(piece);
      }
    }
    if (!wanted.isEmpty()) {
      get(wanted);
    }
  }

  /** Fills pieces from one request for all from the first to the last. */
  private void get(List<Piece> pieces) {
    long first = pieces.get(0).position();
    Piece lastPiece = pieces.get(pieces.size() - 1);
    long end = lastPiece.position() + lastPiece.length();
    try {
      request(
          "bytes=%d-%d".formatted(first, end - 1),
          (answer, body) -> {
            long at = begin(answer, first);
            if (size >= 0 && size < end) {
              throw shortOf(pieces, size);
            }
            for (Piece piece : pieces) {
              storage.counts().read(skip(body, piece.position() - at) + piece.length());
              fill(body, piece.target(), piece.offset(), piece.length());
              at = piece.position() + piece.length();
            }
            return null;
          });
    } catch (S3Exception e) {
      if (e.statusCode() == 416) {
        throw shortOf(pieces, sizeOf(e));
      }
      throw storage.failures().failed("GET", name, e);
    } catch (SdkException e) {
      throw failed(e);
    }
  }

  @Override
  public long readEnd(byte[] target) {
    requireOpen();
    if (target.length == 0) {
      return size();
    }
    try {
      request(
          "bytes=-" + target.length,
          (answer, body) -> {
            if (answer.contentRange() == null) {
              // The whole object: all there is where it is short, or a store without ranges.
              size = S3Failures.length("GET", name, answer.contentLength());
              skip(body, Math.max(0, size - target.length));
            } else {
              Matcher range = RANGE.matcher(answer.contentRange());
              if (!range.matches() || range.group(3).equals("*")) {
                throw strange(answer.contentRange(), "the last " + target.length + " bytes");
              }
              size = Long.parseLong(range.group(3));
              long start = Long.parseLong(range.group(1));
              long wanted = Math.max(0, size - target.length);
              if (start > wanted) {
                throw strange(answer.contentRange(), "the last " + target.length + " bytes");
              }
              skip(body, wanted - start);
            }
            int length = (int) Math.min(size, target.length);
            fill(body, target, 0, length);
            storage.counts().read(length);
            return null;
          });
    } catch (S3Exception e) {
      if (e.statusCode() != 416) {
        throw storage.failures().failed("GET", name, e);
      }
      // No byte of an empty object is among its last ones.
      size = 0;
    } catch (SdkException e) {
      throw failed(e);
    }
    return size;
  }

  private void request(String range, ResponseTransformer<GetObjectResponse, ?> take) {
    storage
        .client()
        .getObject(
            r -> r.bucket(name.bucket()).key(name.key()).range(range),
            (ResponseTransformer<GetObjectResponse, Object>)
                (answer, body) -> {
                  boolean whole = false;
                  try {
                    take.transform(answer, body);
                    // Sent back to the others only where nothing is left to come.
                    whole = answer.contentRange() != null && body.read() < 0;
                    return Boolean.TRUE;
                  } catch (IOException e) {
                    throw RetryableException.create("the answer was cut short", e);
                  } finally {
                    if (!whole) {
                      body.abort();
                    }
                  }
                });
  }

  /** Where a body begins; takes the size from the answer. */
  private long begin(GetObjectResponse answer, long wanted) {
    String contentRange = answer.contentRange();
    if (contentRange == null) {
      size = S3Failures.length("GET", name, answer.contentLength());
      return 0;
    }
    Matcher range = RANGE.matcher(contentRange);
    if (!range.matches() || Long.parseLong(range.group(1)) != wanted) {
      throw strange(contentRange, "bytes from " + wanted + " on");
    }
    if (range.group(3).equals("*")) {
      return wanted;
    }
    size = Long.parseLong(range.group(3));
    return wanted;
  }

  private StorageException strange(String contentRange, String wanted) {
    return new StorageException(
        "GET %s: %s were asked for, but \"%s\" came".formatted(name, wanted, contentRange),
        name.toString(),
        null,
        false);
  }

  private long skip(AbortableInputStream body, long bytes) throws IOException {
    long left = bytes;
    while (left > 0) {
      long skipped = body.skip(left);
      if (skipped <= 0) {
        if (body.read() < 0) {
          throw cut();
        }
        skipped = 1;
      }
      left -= skipped;
    }
    return bytes;
  }

  private void fill(AbortableInputStream body, byte[] target, int offset, int length)
      throws IOException {
    if (body.readNBytes(target, offset, length) < length) {
      throw cut();
    }
  }

  private static RetryableException cut() {
    return RetryableException.create("the answer was cut short");
  }

  private RuntimeException failed(SdkException e) {
    // What the reading of an answer has thrown, wrapped by the SDK.
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof io.azulejo.error.AzulejoException known) {
        return known;
      }
    }
    return storage.failures().failed("GET", name, e);
  }

  private long sizeOf(S3Exception outOfRange) {
    if (outOfRange.awsErrorDetails() != null
        && outOfRange.awsErrorDetails().sdkHttpResponse() != null) {
      Matcher found =
          SIZE.matcher(
              outOfRange
                  .awsErrorDetails()
                  .sdkHttpResponse()
                  .firstMatchingHeader("Content-Range")
                  .orElse(""));
      if (found.matches()) {
        size = Long.parseLong(found.group(1));
      }
    }
    return size();
  }

  private CorruptDataException shortOf(List<Piece> pieces, long size) {
    for (Piece piece : pieces) {
      if (piece.position() > size - piece.length()) {
        return endsBefore(piece.position(), piece.length(), size);
      }
    }
    Piece first = pieces.get(0);
    return endsBefore(first.position(), first.length(), size);
  }

  private CorruptDataException endsBefore(long position, int length, long size) {
    return CorruptDataException.of(
            "file",
            null,
            position,
            "%d bytes are to be read here, but the file ends before, at %d".formatted(length, size))
        .at(location.toString());
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(location + " is closed");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
