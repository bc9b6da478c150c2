package io.azulejo.s3;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.s3.Dialect.Trouble;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Makes exceptions of the engine of those of the SDK: with the request, the answer in the store's
 * own words, and what to try. Shows no secret, neither by itself nor by its cause.
 */
final class S3Failures {
  private static final Set<String> THROTTLING =
      Set.of("SlowDown", "ServiceUnavailable", "RequestLimitExceeded", "TooManyRequests");

  /** Requests for which an object has to be there. */
  private static final Set<String> READS = Set.of("GET", "HEAD");

  private final Dialect dialect;

  S3Failures(Dialect dialect) {
    this.dialect = dialect;
  }

  /** The failure of a request of which it does not matter, or is not known, what it changed. */
  AzulejoException failed(String method, ObjectName name, Throwable cause) {
    return failed(method, name, cause, false);
  }

  /**
   * The failure of a request.
   *
   * @param method such as {@code "GET"}
   * @param withoutEffect whether the store is known to have done nothing
   */
  AzulejoException failed(String method, ObjectName name, Throwable cause, boolean withoutEffect) {
    if (cause instanceof AzulejoException known) {
      return known;
    }
    String location = name.toString();
    Throwable shown = shown(cause);
    if (READS.contains(method) && isMissingObject(cause) && !isMissingBucket(cause)) {
      return new NotFoundException(
          "there is no file %s (%s was answered %s)".formatted(name, method, described(cause)),
          location,
          shown);
    }
    String message =
        "%s %s failed: %s%s".formatted(method, name, described(cause), advice(name, cause));
    return withoutEffect || changesNothing(cause)
        ? StorageException.withoutEffect(hidden(message), location, shown, isWorthRepeating(cause))
        : new StorageException(hidden(message), location, shown, isWorthRepeating(cause));
  }

  /** What a failure says, in the store's own words where they are known. */
  String described(Throwable cause) {
    if (!(cause instanceof S3Exception answer)) {
      StringBuilder text = new StringBuilder();
      String last = "";
      for (Throwable t = cause; t != null; t = t.getCause()) {
        String message = String.valueOf(t.getMessage());
        if (!last.contains(message)) {
          text.append(text.isEmpty() ? "" : ": ").append(message);
          last = message;
        }
        if (t instanceof FoundCredentials.Missing) {
          break;
        }
      }
      return hidden(text.toString());
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
    if (answer.numAttempts() != null && answer.numAttempts() > 1) {
      text.append(", after ").append(answer.numAttempts()).append(" attempts");
    }
    return hidden(text.toString());
  }

  private String advice(ObjectName name, Throwable cause) {
    if (!(cause instanceof S3Exception answer)) {
      return clientAdvice(cause);
    }
    String code = code(answer);
    if (answer.isClockSkewException() || code.equals("RequestTimeTooSkewed")) {
      return "; set the clock of this machine";
    }
    if (Set.of("ExpiredToken", "TokenRefreshRequired", "RequestExpired").contains(code)) {
      return dialect.advice(Trouble.EXPIRED, "");
    }
    return switch (answer.statusCode()) {
      case 301, 307, 400 -> regionAdvice(answer, code);
      case 401, 403 -> dialect.advice(Trouble.REFUSED, name.toString());
      case 404 -> isMissingBucket(answer) ? dialect.advice(Trouble.NO_BUCKET, name.bucket()) : "";
      case 503, 429 -> dialect.advice(Trouble.THROTTLED, "");
      default -> "";
    };
  }

  private String regionAdvice(S3Exception answer, String code) {
    String region =
        answer.awsErrorDetails() == null || answer.awsErrorDetails().sdkHttpResponse() == null
            ? ""
            : answer
                .awsErrorDetails()
                .sdkHttpResponse()
                .firstMatchingHeader("x-amz-bucket-region")
                .orElse("");
    boolean another =
        answer.statusCode() == 400
            && !code.isEmpty()
            && !Set.of("AuthorizationHeaderMalformed", "BadRequest", "400").contains(code);
    return region.isEmpty() && another ? "" : dialect.advice(Trouble.WRONG_REGION, region);
  }

  private String clientAdvice(Throwable cause) {
    if (described(cause).contains("credentials")) {
      return dialect.advice(Trouble.NO_CREDENTIALS, "");
    }
    if (find(cause, UnknownHostException.class)
        || find(cause, ConnectException.class)
        || find(cause, NoRouteToHostException.class)) {
      return dialect.advice(Trouble.UNKNOWN_HOST, "");
    }
    return find(cause, SSLHandshakeException.class) ? dialect.advice(Trouble.UNTRUSTED, "") : "";
  }

  static String code(S3Exception answer) {
    AwsErrorDetails details = answer.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }

  /** Whether the answer is that there is no such object. */
  static boolean isMissingObject(Throwable cause) {
    return cause instanceof S3Exception answer && answer.statusCode() == 404;
  }

  private static boolean isMissingBucket(Throwable cause) {
    return cause instanceof S3Exception answer && code(answer).equals("NoSuchBucket");
  }

  /** Whether a store does not know what it is asked to do. */
  static boolean isNotImplemented(Throwable cause) {
    if (!(cause instanceof S3Exception answer)) {
      return false;
    }
    String code = code(answer);
    return answer.statusCode() == 501
        || answer.statusCode() == 405
        || code.equals("NotImplemented")
        || (answer.statusCode() == 400
            && String.valueOf(answer.getMessage()).contains("If-None-Match"));
  }

  /** Whether the store said that it is asked too much. */
  static boolean isThrottled(Throwable cause) {
    return cause instanceof S3Exception answer
        && (answer.statusCode() == 429
            || (answer.statusCode() == 503 && THROTTLING.contains(code(answer))));
  }

  /** Whether another attempt may succeed. */
  static boolean isWorthRepeating(Throwable cause) {
    if (cause instanceof AbortedException) {
      return false;
    }
    if (cause instanceof S3Exception answer) {
      int status = answer.statusCode();
      return status == 408
          || status == 409
          || status == 429
          || (status >= 500 && status != 501)
          // An error inside an answer that began well.
          || status < 300
          || answer.isClockSkewException()
          || answer.isThrottlingException()
          || code(answer).equals("RequestTimeout");
    }
    return cause instanceof SdkException && !isLocal(cause);
  }

  /**
   * Whether an attempt is known to have changed nothing and to have nothing on its way that could:
   * the store refused it, or was never reached.
   */
  static boolean changesNothing(Throwable cause) {
    if (cause instanceof S3Exception answer) {
      int status = answer.statusCode();
      return (status >= 300 && status < 500 && status != 408)
          || status == 501
          || isThrottled(answer);
    }
    return cause instanceof SdkException && (isLocal(cause) || isUnconnected(cause));
  }

  /** Whether the network has no part in it: credentials that are not there, wrong arguments. */
  private static boolean isLocal(Throwable cause) {
    return cause instanceof SdkClientException
        && !(cause instanceof AbortedException)
        && !(cause instanceof RetryableException)
        && (find(cause, FoundCredentials.Missing.class) || !find(cause, IOException.class))
        && !isUnreadableAnswer(cause);
  }

  /** Whether an answer came that is no XML, as it was cut short. */
  static boolean isUnreadableAnswer(Throwable cause) {
    return find(cause, XMLStreamException.class);
  }

  private static boolean isUnconnected(Throwable cause) {
    return find(cause, ConnectException.class)
        || find(cause, UnknownHostException.class)
        || find(cause, NoRouteToHostException.class)
        || find(cause, SSLHandshakeException.class);
  }

  private static boolean find(Throwable cause, Class<? extends Throwable> type) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The length that an answer says.
   *
   * @throws StorageException if it says none, as no answer of S3 does
   */
  static long length(String method, ObjectName name, @Nullable Long said) {
    if (said == null) {
      throw new StorageException(
          "%s %s was answered without the length of the object".formatted(method, name),
          name.toString(),
          null,
          true);
    }
    return said;
  }

  /** A text without the secrets of the settings. */
  String hidden(String text) {
    String shown = text;
    for (String secret : dialect.secrets()) {
      shown = shown.replace(secret, "***");
    }
    return shown;
  }

  /** The cause, unless a secret is seen in it or in one of its own causes: then its kind alone. */
  private @Nullable Throwable shown(Throwable cause) {
    StringWriter text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text));
    String all = text.toString();
    return all.equals(hidden(all)) ? cause : null;
  }
}
