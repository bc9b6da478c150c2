package io.azulejo.storage.objects;

import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.objects.ObjectClient.Target;
import io.azulejo.storage.objects.Publication.Created;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A new object: one request if everything fits into a part, else an upload in equal parts (some
 * stores want them equal), which go to the store while more is written.
 */
final class ObjectOutputFile implements OutputFile {
  private final Location location;
  private final ObjectName name;
  private final ObjectClient client;
  private final Requests requests;
  private final Publication publication;
  private final Created created = Created.unseen();
  private final FileParts<String> parts;
  private @Nullable String upload;
  private boolean finished;
  private boolean committed;

  ObjectOutputFile(
      Location location,
      ObjectName name,
      ObjectClient client,
      Requests requests,
      Publication publication,
      int partSize,
      Transfers transfers,
      UploadMemory memory) {
    this.location = location;
    this.name = name;
    this.client = client;
    this.requests = requests;
    this.publication = publication;
    this.parts = new FileParts<>(partSize, transfers, memory, new PartSender());
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
  private final class PartSender implements FileParts.Sender<String> {
    @Override
    public void begin() {
      if (!client.keepsUploads()) {
        // Writers of one name must not take each other's parts.
        upload = UUID.randomUUID().toString();
        return;
      }
      try {
        Target target = new Target(name, publication.metadata(created), false);
        upload = requests.send(RequestCounts.Kind.POST, name, () -> client.beginUpload(target));
      } catch (ObjectFailure e) {
        throw requests.failed(RequestCounts.Kind.POST, name, e, true);
      }
    }

    @Override
    public String send(int number, byte[] bytes, int length) {
      String id = Objects.requireNonNull(upload);
      try {
        return requests.send(
            RequestCounts.Kind.PUT,
            name,
            () -> {
              requests.counts().written(length);
              return client.uploadPart(name, id, number, bytes, length);
            });
      } catch (ObjectFailure e) {
        throw requests.failed(RequestCounts.Kind.PUT, name, e, true);
      }
    }
  }

  @Override
  public void commit() {
    requireOpen();
    finished = true;
    if (parts.anySent()) {
      List<String> all = parts.finish();
      String id = Objects.requireNonNull(upload);
      publication.publish(
          RequestCounts.Kind.POST,
          name,
          created.of(parts.size()),
          client.completesConditionally(),
          target -> client.completeUpload(target, id, all));
    } else {
      publication.put(name, created, parts.buffered(), parts.bufferedLength());
    }
    committed = true;
    parts.close();
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
    if (id == null || committed || !client.keepsUploads()) {
      return;
    }
    try {
      requests.run(RequestCounts.Kind.DELETE, name, () -> client.abortUpload(name, id));
    } catch (ObjectFailure | IllegalStateException e) {
      // Parts stay unseen; garbage collection, or a rule of the bucket, deletes them.
    }
  }
}
