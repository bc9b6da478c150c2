package io.azulejo.s3;

import io.azulejo.internal.storage.FileParts;
import io.azulejo.s3.Publication.Created;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * An object in the making: one request where all fits into a part, else an upload in equal parts
 * (some stores want them equal), which go to the store while more is written.
 */
final class S3OutputFile implements OutputFile {
  private final S3Storage storage;
  private final Location location;
  private final ObjectName name;
  private final Created created = Created.unseen();
  private final FileParts<CompletedPart> parts;
  private @Nullable String upload;
  private boolean finished;
  private boolean committed;

  S3OutputFile(S3Storage storage, Location location, int partSize) {
    this.storage = storage;
    this.location = location;
    this.name = ObjectName.of(location);
    this.parts =
        new FileParts<>(partSize, storage.transfers(), storage.uploadMemory(), new PartSender());
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    return parts.size();
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    requireOpen();
    parts.write(source, offset, length);
  }

  /** Sends parts to an upload that it begins. */
  private final class PartSender implements FileParts.Sender<CompletedPart> {
    @Override
    public void begin() {
      upload = S3OutputFile.this.begin();
    }

    @Override
    public CompletedPart send(int number, byte[] bytes, int length) {
      return S3OutputFile.this.send(Objects.requireNonNull(upload), number, bytes, length);
    }
  }

  private String begin() {
    try {
      return storage
          .client()
          .createMultipartUpload(
              r -> {
                r.bucket(name.bucket()).key(name.key()).metadata(created.metadata());
                storage.options().encryption.ifPresent(r::serverSideEncryption);
                storage.options().encryptionKey.ifPresent(r::ssekmsKeyId);
                storage.options().storageClass.ifPresent(r::storageClass);
                storage.options().acl.ifPresent(r::acl);
              })
          .uploadId();
    } catch (SdkException e) {
      throw storage.failures().failed("POST", name, e, true);
    }
  }

  private CompletedPart send(String uploadId, int number, byte[] bytes, int length) {
    try {
      String tag =
          storage
              .client()
              .uploadPart(
                  r ->
                      r.bucket(name.bucket())
                          .key(name.key())
                          .uploadId(uploadId)
                          .partNumber(number)
                          .contentLength((long) length),
                  body(bytes, length))
              .eTag();
      return CompletedPart.builder().partNumber(number).eTag(tag).build();
    } catch (SdkException e) {
      throw storage.failures().failed("PUT", name, e, true);
    }
  }

  /** The first bytes of an array, which is not copied. */
  static RequestBody body(byte[] bytes, int length) {
    return RequestBody.fromContentProvider(
        () -> new ByteArrayInputStream(bytes, 0, length), length, "application/octet-stream");
  }

  @Override
  public void commit() {
    requireOpen();
    finished = true;
    if (parts.anySent()) {
      complete(Objects.requireNonNull(upload), parts.finish());
    } else {
      storage.put(name, created, parts.buffered(), parts.bufferedLength());
    }
    committed = true;
    parts.close();
  }

  private void complete(String uploadId, List<CompletedPart> all) {
    storage
        .publication()
        .publish(
            "POST",
            name,
            created.of(parts.size()),
            storage.dialect().completesConditionally(),
            (client, conditional) ->
                client.completeMultipartUpload(
                    r -> {
                      r.bucket(name.bucket())
                          .key(name.key())
                          .uploadId(uploadId)
                          .multipartUpload(u -> u.parts(all));
                      if (conditional) {
                        r.ifNoneMatch("*");
                      }
                    }));
  }

  /** Checks that nothing has ended the writing yet. */
  void requireOpen() {
    if (finished) {
      throw new IllegalStateException(location + " is complete or closed: nothing can be added");
    }
  }

  @Override
  public void close() {
    finished = true;
    // Parts that come after the upload has ended would be kept, and paid for.
    parts.close();
    String id = upload;
    upload = null;
    if (id == null || committed) {
      return;
    }
    try {
      storage
          .client()
          .abortMultipartUpload(r -> r.bucket(name.bucket()).key(name.key()).uploadId(id));
    } catch (SdkException | IllegalStateException e) {
      // Parts stay unseen; a rule of the bucket deletes them (docs/stores.md).
    }
  }
}
