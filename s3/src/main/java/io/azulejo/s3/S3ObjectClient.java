package io.azulejo.s3;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectBody;
import io.azulejo.storage.objects.ObjectClient;
import io.azulejo.storage.objects.ObjectFailure;
import io.azulejo.storage.objects.ObjectName;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.RequestCounts;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Sends object store requests to S3 and to compatible servers. */
final class S3ObjectClient implements ObjectClient {
  private final S3Options options;
  private final S3Dialect dialect;
  private final S3Connection connection;
  private final S3Failures failures;

  S3ObjectClient(S3Options options, S3Dialect dialect) {
    this.options = options;
    this.dialect = dialect;
    connection = new S3Connection(options, dialect);
    failures = new S3Failures(options, dialect);
  }

  /**
   * Creates a store.
   *
   * @param memory memory of the engine, which is charged for upload buffers
   */
  static ObjectStorage storage(S3Options options, S3Dialect dialect, StoreMemory memory) {
    return new ObjectStorage(
        new S3ObjectClient(options, dialect),
        ObjectStorage.Options.DEFAULT
            .withMaxRequests(options.parallel)
            .withUploads(options.partSize, options.uploadMemory)
            .withAttempts(options.attempts, options.firstDelay, S3Options.MAX_DELAY),
        memory);
  }

  private S3Client client() {
    return connection.client();
  }

  @Override
  public String name() {
    return "s3";
  }

  @Override
  public void check(ObjectName name) {
    if (name.container().isEmpty()) {
      throw new InvalidRequestException(
          "%s has no bucket; use %s://bucket/path".formatted(name, name.scheme()), name.toString());
    }
  }

  @Override
  public Info head(ObjectName name) {
    HeadObjectResponse answer =
        client().headObject(r -> r.bucket(name.container()).key(name.key()));
    Long length = answer.contentLength();
    if (length == null) {
      throw new ObjectFailure(
          ObjectFailure.Kind.UNCERTAIN, "the response does not contain the length of the object");
    }
    String version = answer.eTag() == null ? "" : answer.eTag();
    return Info.of(
        name.key(), length, millis(answer.lastModified()), false, version, answer.metadata());
  }

  private static OptionalLong millis(@Nullable Instant time) {
    return time == null ? OptionalLong.empty() : OptionalLong.of(time.toEpochMilli());
  }

  @Override
  public ObjectBody get(ObjectName name, long first, long length) {
    return get(name, "bytes=%d-%d".formatted(first, first + length - 1));
  }

  @Override
  public boolean readsFromEnd() {
    return true;
  }

  @Override
  public ObjectBody getEnd(ObjectName name, int length) {
    return get(name, "bytes=-" + length);
  }

  private ObjectBody get(ObjectName name, String range) {
    try {
      ResponseInputStream<GetObjectResponse> answer =
          client().getObject(r -> r.bucket(name.container()).key(name.key()).range(range));
      GetObjectResponse head = answer.response();
      Long length = head.contentLength();
      return ObjectBody.answered(
          head.contentRange(), length == null ? -1 : length, head.eTag(), answer, answer::abort);
    } catch (S3Exception e) {
      if (e.statusCode() == 416) {
        return ObjectBody.afterEnd(S3Failures.header(e, "Content-Range"));
      }
      throw e;
    }
  }

  @Override
  public Page<Info> list(ListRequest request) {
    ObjectName folder = request.folder();
    ListObjectsV2Request.Builder listed =
        ListObjectsV2Request.builder()
            .bucket(folder.container())
            .prefix(folder.prefix())
            .delimiter(request.deep() ? null : "/")
            .maxKeys(request.limit());
    if (request.after().isEmpty()) {
      listed.continuationToken(request.next().orElse(null));
    } else {
      listed.startAfter(request.after());
    }
    ListObjectsV2Response page = client().listObjectsV2(listed.build());
    return new Page<>(
        page.contents().stream()
            .map(object -> Info.listed(object.key(), object.size(), millis(object.lastModified())))
            .toList(),
        page.commonPrefixes().stream().map(CommonPrefix::prefix).toList(),
        Boolean.TRUE.equals(page.isTruncated())
            ? Optional.ofNullable(page.nextContinuationToken())
            : Optional.empty());
  }

  @Override
  public void put(Target target, byte[] bytes, int length) {
    client()
        .putObject(
            r -> {
              r.bucket(target.name().container())
                  .key(target.name().key())
                  .metadata(target.metadata())
                  .contentLength((long) length);
              options.encryption.ifPresent(r::serverSideEncryption);
              options.encryptionKey.ifPresent(r::ssekmsKeyId);
              options.storageClass.ifPresent(r::storageClass);
              options.acl.ifPresent(r::acl);
              if (target.conditional()) {
                r.ifNoneMatch("*");
              }
            },
            body(bytes, length));
  }

  /** Wraps the first {@code length} bytes of an array as a request body, without copying them. */
  private static RequestBody body(byte[] bytes, int length) {
    return RequestBody.fromContentProvider(
        () -> new ByteArrayInputStream(bytes, 0, length), length, "application/octet-stream");
  }

  @Override
  public boolean createsConditionally() {
    return options.exclusiveCreate != S3Options.ExclusiveCreate.OFF;
  }

  @Override
  public boolean completesConditionally() {
    return dialect.completesConditionally();
  }

  @Override
  public boolean keepsUploads() {
    return true;
  }

  @Override
  public String beginUpload(Target target) {
    return client()
        .createMultipartUpload(
            r -> {
              r.bucket(target.name().container())
                  .key(target.name().key())
                  .metadata(target.metadata());
              options.encryption.ifPresent(r::serverSideEncryption);
              options.encryptionKey.ifPresent(r::ssekmsKeyId);
              options.storageClass.ifPresent(r::storageClass);
              options.acl.ifPresent(r::acl);
            })
        .uploadId();
  }

  @Override
  public String uploadPart(ObjectName name, String upload, int number, byte[] bytes, int length) {
    return client()
        .uploadPart(
            r ->
                r.bucket(name.container())
                    .key(name.key())
                    .uploadId(upload)
                    .partNumber(number)
                    .contentLength((long) length),
            body(bytes, length))
        .eTag();
  }

  @Override
  public void completeUpload(Target target, String upload, List<String> parts) {
    List<CompletedPart> completed = new ArrayList<>();
    for (String tag : parts) {
      completed.add(CompletedPart.builder().partNumber(completed.size() + 1).eTag(tag).build());
    }
    client()
        .completeMultipartUpload(
            r -> {
              r.bucket(target.name().container())
                  .key(target.name().key())
                  .uploadId(upload)
                  .multipartUpload(u -> u.parts(completed));
              if (target.conditional()) {
                r.ifNoneMatch("*");
              }
            });
  }

  @Override
  public void abortUpload(ObjectName name, String upload) {
    client().abortMultipartUpload(r -> r.bucket(name.container()).key(name.key()).uploadId(upload));
  }

  @Override
  public Page<Upload> listUploads(ObjectName folder, Optional<String> next) {
    ListMultipartUploadsRequest.Builder request =
        ListMultipartUploadsRequest.builder().bucket(folder.container()).prefix(folder.prefix());
    next.ifPresent(
        token -> {
          int end = token.indexOf('\0');
          request.keyMarker(token.substring(0, end)).uploadIdMarker(token.substring(end + 1));
        });
    ListMultipartUploadsResponse page = client().listMultipartUploads(request.build());
    return new Page<>(
        page.uploads().stream()
            .map(one -> new Upload(one.key(), one.uploadId(), millis(one.initiated())))
            .toList(),
        List.of(),
        Boolean.TRUE.equals(page.isTruncated()) && page.nextKeyMarker() != null
            ? Optional.of(page.nextKeyMarker() + '\0' + page.nextUploadIdMarker())
            : Optional.empty());
  }

  /**
   * Returns {@link Long#MAX_VALUE}: S3 itself rejects objects that are too large for one copy
   * request.
   */
  @Override
  public long maxCopy() {
    return Long.MAX_VALUE;
  }

  @Override
  public void copy(ObjectName source, Target target) {
    client()
        .copyObject(
            r -> {
              r.sourceBucket(source.container())
                  .sourceKey(source.key())
                  .destinationBucket(target.name().container())
                  .destinationKey(target.name().key())
                  .metadataDirective(MetadataDirective.REPLACE)
                  .metadata(target.metadata());
              options.encryption.ifPresent(r::serverSideEncryption);
              options.encryptionKey.ifPresent(r::ssekmsKeyId);
              options.storageClass.ifPresent(r::storageClass);
              options.acl.ifPresent(r::acl);
              if (target.conditional()) {
                r.ifNoneMatch("*");
              }
            });
  }

  @Override
  public void delete(ObjectName name) {
    client().deleteObject(r -> r.bucket(name.container()).key(name.key()));
  }

  @Override
  public int maxDeletes() {
    return 1000;
  }

  @Override
  public Map<ObjectName, ObjectFailure> deleteAll(List<ObjectName> names) {
    Map<ObjectName, ObjectFailure> failed = new LinkedHashMap<>();
    List<ObjectIdentifier> objects = new ArrayList<>();
    for (ObjectName name : names) {
      if (isXml(name.key())) {
        objects.add(ObjectIdentifier.builder().key(name.key()).build());
      } else {
        deleteSingle(name).ifPresent(failure -> failed.put(name, failure));
      }
    }
    if (objects.isEmpty()) {
      return failed;
    }
    for (S3Error error :
        client()
            .deleteObjects(
                r -> r.bucket(names.get(0).container()).delete(d -> d.objects(objects).quiet(true)))
            .errors()) {
      if (!"NoSuchKey".equals(error.code())) {
        failed.put(names.get(0).withKey(String.valueOf(error.key())), S3Failures.ofDeletion(error));
      }
    }
    return failed;
  }

  /**
   * Returns whether a key can be written in the XML of a batch deletion. Control characters below
   * U+0020 cannot.
   */
  private static boolean isXml(String key) {
    return key.chars().allMatch(c -> c >= ' ');
  }

  private Optional<ObjectFailure> deleteSingle(ObjectName name) {
    try {
      delete(name);
      return Optional.empty();
    } catch (SdkException e) {
      return failure(RequestCounts.Kind.DELETE, name, e)
          .filter(failure -> failure.kind() != ObjectFailure.Kind.MISSING);
    }
  }

  @Override
  public Optional<ObjectFailure> failure(
      RequestCounts.Kind kind, ObjectName name, RuntimeException thrown) {
    return thrown instanceof SdkException e
        ? Optional.of(failures.of(kind, name, e, connection.hasSent()))
        : Optional.empty();
  }

  @Override
  public String tokenName() {
    return "azulejo-token";
  }

  @Override
  public String withoutSecrets(String text) {
    String shown = text;
    for (String secret : dialect.secrets()) {
      shown = shown.replace(secret, "***");
    }
    return shown;
  }

  @Override
  public long now() {
    return connection.clock().now();
  }

  @Override
  public void close() {
    connection.close();
  }
}
