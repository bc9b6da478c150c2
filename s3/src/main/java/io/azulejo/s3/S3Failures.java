package io.azulejo.s3;

import static io.azulejo.storage.objects.ObjectFailure.isCausedBy;
import static io.azulejo.storage.objects.ObjectFailure.isUnreached;

import io.azulejo.s3.S3Dialect.Problem;
import io.azulejo.storage.objects.ObjectFailure;
import io.azulejo.storage.objects.ObjectFailure.Kind;
import io.azulejo.storage.objects.ObjectName;
import io.azulejo.storage.objects.RequestCounts;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import javax.xml.stream.XMLStreamException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Classifies exceptions of the AWS SDK and adds advice for the user. */
final class S3Failures {
  private static final Set<String> THROTTLING =
      Set.of("SlowDown", "ServiceUnavailable", "RequestLimitExceeded", "TooManyRequests");

  /** Error codes that may be transient, in the response to a batch deletion. */
  private static final Set<String> TRANSIENT =
      Set.of("InternalError", "SlowDown", "ServiceUnavailable");

  private final S3Options options;
  private final S3Dialect dialect;

  S3Failures(S3Options options, S3Dialect dialect) {
    this.options = options;
    this.dialect = dialect;
  }

  /**
   * Classifies an SDK exception and describes it for the user.
   *
   * @param request kind of the failed request
   * @param name object or folder of the request, for advice
   * @param sent whether the client had started to send the request
   */
  ObjectFailure of(RequestCounts.Kind request, ObjectName name, SdkException cause, boolean sent) {
    Kind kind = sent ? kind(request, cause) : Kind.UNSENT;
    String description = describe(cause);
    if (kind == Kind.UNCONDITIONAL
        && options.exclusiveCreate == S3Options.ExclusiveCreate.REQUIRED) {
      return new ObjectFailure(
          Kind.REFUSED,
          "the store does not support conditional writes (%s), which".formatted(description)
              + " azulejo.s3.exclusive_create=required needs",
          "",
          cause);
    }
    return new ObjectFailure(kind, description, advice(name, cause), cause);
  }

  /** Classifies an error that the response to a batch deletion reports for one object. */
  static ObjectFailure ofDeletion(S3Error error) {
    return new ObjectFailure(
        TRANSIENT.contains(error.code()) ? Kind.UNCERTAIN : Kind.REFUSED,
        error.code() + ": " + error.message());
  }

  private static Kind kind(RequestCounts.Kind request, SdkException cause) {
    if (cause instanceof S3Exception answer) {
      return kind(request, answer);
    }
    if (cause instanceof AbortedException) {
      return Kind.FAILED;
    }
    if (isCausedBy(cause, SearchedCredentials.Missing.class)) {
      return Kind.UNSENT;
    }
    Kind kind = ObjectFailure.kindWithoutAnswer(cause);
    boolean answered =
        cause instanceof RetryableException
            || !(cause instanceof SdkClientException)
            // The response was cut off and is not valid XML.
            || isCausedBy(cause, XMLStreamException.class);
    return kind == Kind.UNSENT && answered ? Kind.UNCERTAIN : kind;
  }

  private static Kind kind(RequestCounts.Kind request, S3Exception answer) {
    int status = answer.statusCode();
    if (status == 404) {
      return code(answer).equals("NoSuchBucket") ? Kind.NO_CONTAINER : Kind.MISSING;
    }
    if (status == 412) {
      return Kind.TAKEN;
    }
    if (request == RequestCounts.Kind.COPY && isCopyUnsupported(answer)) {
      return Kind.UNSUPPORTED;
    }
    if (isNotImplemented(answer)) {
      return switch (request) {
        case PUT, POST, COPY -> Kind.UNCONDITIONAL;
        default -> Kind.UNSUPPORTED;
      };
    }
    if (status == 429 || (status == 503 && THROTTLING.contains(code(answer)))) {
      return Kind.THROTTLED;
    }
    // A status below 300 means that the response began as a success and then reported an error.
    if (status == 408 || status >= 500 || status < 300) {
      return Kind.UNCERTAIN;
    }
    return status == 409
            || answer.isClockSkewException()
            || answer.isThrottlingException()
            || code(answer).equals("RequestTimeout")
        ? Kind.UNAVAILABLE
        : Kind.REFUSED;
  }

  /** Returns whether the store cannot copy this object with a single request. */
  private static boolean isCopyUnsupported(S3Exception answer) {
    String message = String.valueOf(answer.getMessage());
    return code(answer).equals("NotImplemented")
        || message.contains("maximum allowable size for a copy")
        // Google's message for objects that were uploaded in parts.
        || message.contains("not implemented");
  }

  /** Returns whether the store does not support the request. */
  private static boolean isNotImplemented(S3Exception answer) {
    return answer.statusCode() == 501
        || answer.statusCode() == 405
        || code(answer).equals("NotImplemented")
        || (answer.statusCode() == 400
            && String.valueOf(answer.getMessage()).contains("If-None-Match"));
  }

  /**
   * Describes a failure by the store's status, error code and message. Without a response, returns
   * the messages of the exception and its causes.
   */
  private static String describe(Throwable cause) {
    if (!(cause instanceof S3Exception answer)) {
      return cause instanceof SearchedCredentials.Missing
          ? String.valueOf(cause.getMessage())
          : ObjectFailure.messages(cause);
    }
    StringBuilder text = new StringBuilder("status ").append(answer.statusCode());
    AwsErrorDetails details = answer.awsErrorDetails();
    if (details != null && details.errorCode() != null) {
      text.append(' ').append(details.errorCode());
    }
    if (details != null && details.errorMessage() != null) {
      text.append(": ").append(details.errorMessage());
    }
    if (answer.requestId() != null) {
      text.append(" (request ").append(answer.requestId()).append(')');
    }
    return text.toString();
  }

  private String advice(ObjectName name, Throwable cause) {
    if (!(cause instanceof S3Exception answer)) {
      return clientAdvice(cause);
    }
    String code = code(answer);
    if (answer.isClockSkewException() || code.equals("RequestTimeTooSkewed")) {
      return "; check the clock of this machine";
    }
    if (Set.of("ExpiredToken", "TokenRefreshRequired", "RequestExpired").contains(code)) {
      return dialect.advice(Problem.EXPIRED, "");
    }
    return switch (answer.statusCode()) {
      case 301, 307, 400 -> regionAdvice(answer, code);
      case 401, 403 -> dialect.advice(Problem.REFUSED, name.toString());
      case 404 ->
          code.equals("NoSuchBucket") ? dialect.advice(Problem.NO_BUCKET, name.container()) : "";
      case 503, 429 -> dialect.advice(Problem.THROTTLED, "");
      default -> "";
    };
  }

  private String regionAdvice(S3Exception answer, String code) {
    String region = header(answer, "x-amz-bucket-region");
    boolean another =
        answer.statusCode() == 400
            && !code.isEmpty()
            && !Set.of("AuthorizationHeaderMalformed", "BadRequest", "400").contains(code);
    return region.isEmpty() && another ? "" : dialect.advice(Problem.WRONG_REGION, region);
  }

  private String clientAdvice(Throwable cause) {
    if (describe(cause).contains("credentials")) {
      return dialect.advice(Problem.NO_CREDENTIALS, "");
    }
    if (isCausedBy(cause, SSLHandshakeException.class)) {
      return dialect.advice(Problem.UNTRUSTED, "");
    }
    return isUnreached(cause) ? dialect.advice(Problem.UNKNOWN_HOST, "") : "";
  }

  private static String code(S3Exception answer) {
    AwsErrorDetails details = answer.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }

  /** Returns a response header, or an empty string if it is missing. */
  static String header(S3Exception answer, String name) {
    AwsErrorDetails details = answer.awsErrorDetails();
    return details == null || details.sdkHttpResponse() == null
        ? ""
        : details.sdkHttpResponse().firstMatchingHeader(name).orElse("");
  }
}
