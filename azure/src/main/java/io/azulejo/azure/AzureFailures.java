package io.azulejo.azure;

import static io.azulejo.storage.objects.ObjectFailure.isCausedBy;
import static io.azulejo.storage.objects.ObjectFailure.isUnreached;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import io.azulejo.storage.objects.ObjectFailure;
import io.azulejo.storage.objects.ObjectFailure.Kind;
import io.azulejo.storage.objects.ObjectName;
import io.azulejo.storage.objects.RequestCounts;
import java.net.http.HttpConnectTimeoutException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Classifies exceptions of the Azure SDK and adds advice for the user. */
final class AzureFailures {
  private static final HttpHeaderName ERROR_CODE = HttpHeaderName.fromString("x-ms-error-code");

  /** Error codes that mean that the name of the new object is taken. */
  private static final Set<String> TAKEN =
      Set.of("BlobAlreadyExists", "ConditionNotMet", "TargetConditionNotMet", "PathAlreadyExists");

  private static final Set<Integer> TRANSIENT = Set.of(408, 429, 500, 502, 503, 504);

  /** Matches the first line of the message in an error response. */
  private static final Pattern MESSAGE = Pattern.compile("<Message>([^<\\n]*)");

  /** Matches signatures in URLs, including the ones that this client creates for copies. */
  private static final Pattern SIGNATURE = Pattern.compile("(?<=\\bsig=)[^&\\s\"'<>]+");

  private final AzureOptions options;
  private final AzureConnection connection;

  AzureFailures(AzureOptions options, AzureConnection connection) {
    this.options = options;
    this.connection = connection;
  }

  /**
   * Classifies an exception and describes it for the user. Returns an empty result for an {@link
   * IllegalStateException} that does not come from the store or the connection.
   */
  Optional<ObjectFailure> of(RequestCounts.Kind request, ObjectName name, RuntimeException cause) {
    if (cause instanceof IllegalStateException && !isStoreFailure(cause)) {
      return Optional.empty();
    }
    return Optional.of(
        new ObjectFailure(
            kind(request, cause),
            describe(cause),
            advice(BlobName.of(name).container(), cause),
            cause));
  }

  private static Kind kind(RequestCounts.Kind request, Throwable cause) {
    int status = status(cause);
    if (status == 0) {
      return kindWithoutAnswer(cause);
    }
    String code = header(cause, ERROR_CODE);
    if (status == 404) {
      return code.equals("ContainerNotFound") ? Kind.NO_CONTAINER : Kind.MISSING;
    }
    if ((status == 409 || status == 412) && TAKEN.contains(code)) {
      return Kind.TAKEN;
    }
    if (code.equals("InvalidBlockList")) {
      return Kind.UPLOAD_GONE;
    }
    if (status == 429 || (status == 503 && code.equals("ServerBusy"))) {
      return Kind.UNAVAILABLE;
    }
    if (TRANSIENT.contains(status)) {
      return Kind.UNCERTAIN;
    }
    if (status == 501 || (status >= 300 && status < 500)) {
      // If the blob is too large or the service cannot read the source, the client can still copy
      // the bytes itself.
      return request == RequestCounts.Kind.COPY && status != 501 && status >= 400
          ? Kind.UNSUPPORTED
          : Kind.REFUSED;
    }
    return Kind.FAILED;
  }

  private static Kind kindWithoutAnswer(Throwable cause) {
    if (isCausedBy(cause, ClientAuthenticationException.class)) {
      return Kind.UNSENT;
    }
    if (isCausedBy(cause, HttpConnectTimeoutException.class)) {
      return Kind.UNAVAILABLE;
    }
    return isCausedBy(cause, HttpResponseException.class)
        ? Kind.FAILED
        : ObjectFailure.kindWithoutAnswer(cause);
  }

  /**
   * Describes a failure by the store's status, error code and message. Without a response, returns
   * the messages of the exception and its causes.
   */
  private static String describe(Throwable cause) {
    HttpResponseException answer = answer(cause);
    if (answer == null) {
      return ObjectFailure.messages(cause);
    }
    StringBuilder text = new StringBuilder("status ").append(answer.getResponse().getStatusCode());
    String code = header(answer, ERROR_CODE);
    if (!code.isEmpty()) {
      text.append(' ').append(code);
    }
    // The first line suffices: the service appends request ids and times on further lines.
    Matcher message = MESSAGE.matcher(String.valueOf(answer.getMessage()));
    if (message.find()) {
      text.append(": ").append(message.group(1).strip());
    }
    String request = header(answer, HttpHeaderName.fromString("x-ms-request-id"));
    if (!request.isEmpty()) {
      text.append(" (request ").append(request).append(')');
    }
    return text.toString();
  }

  private String advice(String container, Throwable cause) {
    HttpResponseException answer = answer(cause);
    if (answer == null) {
      return clientAdvice(cause);
    }
    String code = header(answer, ERROR_CODE);
    return switch (answer.getResponse().getStatusCode()) {
      case 401, 403 -> rightsAdvice(container, code);
      case 404 ->
          code.equals("ContainerNotFound")
              ? "; check the names of the container \"%s\" and the account; a private container is"
                      .formatted(container)
                  + " not visible without credentials"
                  + missingCredentialsAdvice()
              : "";
      case 409 ->
          code.equals("PublicAccessNotPermitted")
              ? "; the account requires credentials" + missingCredentialsAdvice()
              : "";
      case 429, 503 ->
          "; the store is throttling requests; set vfs.azure.max_parallel_ops below "
              + options.parallel;
      default -> "";
    };
  }

  private String rightsAdvice(String container, String code) {
    if (options.anonymous) {
      return "; the request was not signed (azulejo.azure.anonymous=true), but the container "
          + "requires credentials";
    }
    if (!connection.identityError().isEmpty()) {
      return missingCredentialsAdvice();
    }
    if (code.equals("AuthenticationFailed") && options.sas.isPresent()) {
      return "; check that the signature (vfs.azure.storage_sas_token) has not expired and "
          + "belongs to this account";
    }
    if (code.equals("AuthenticationFailed")) {
      return "; check that vfs.azure.storage_account_key is the key of this account, and that the "
          + "clock of this machine is right";
    }
    return "; the identity needs the role \"Storage Blob Data Reader\" (or \"Contributor\" for "
        + "writing) for "
        + container
        + ", or a signature with these permissions; for a public container, set "
        + "azulejo.azure.anonymous=true";
  }

  private String missingCredentialsAdvice() {
    String missing = connection.identityError();
    return missing.isEmpty()
        ? ""
        : "; no credentials found; set vfs.azure.storage_account_key or "
            + "vfs.azure.storage_sas_token, or sign in (az login)";
  }

  private String clientAdvice(Throwable cause) {
    if (isCausedBy(cause, ClientAuthenticationException.class)) {
      return "; sign in again (az login), or set vfs.azure.storage_account_key or "
          + "vfs.azure.storage_sas_token";
    }
    if (isUnreached(cause) || isCausedBy(cause, HttpConnectTimeoutException.class)) {
      return "; check the account name"
          + options.endpoint.map(uri -> ", vfs.azure.blob_endpoint (" + uri + ")").orElse("")
          + " and the network";
    }
    return "";
  }

  /**
   * Returns the exception in the chain of causes that holds the store's response; null if there is
   * none.
   */
  private static @Nullable HttpResponseException answer(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof HttpResponseException answer
          && answer.getResponse() != null
          && !(t instanceof ClientAuthenticationException)) {
        return answer;
      }
    }
    return null;
  }

  private static boolean isStoreFailure(Throwable cause) {
    return answer(cause) != null
        || isCausedBy(cause, HttpResponseException.class)
        || ObjectFailure.kindWithoutAnswer(cause) != Kind.UNSENT;
  }

  /**
   * Returns a header of the response. Returns an empty string if the response or the header is
   * missing.
   */
  static String header(Throwable cause, HttpHeaderName name) {
    HttpResponseException answer = answer(cause);
    String value = answer == null ? null : answer.getResponse().getHeaderValue(name);
    return value == null ? "" : value;
  }

  /** Returns the HTTP status of the response, or 0 if there is none. */
  static int status(Throwable cause) {
    HttpResponseException answer = answer(cause);
    return answer == null ? 0 : answer.getResponse().getStatusCode();
  }

  /** Replaces secrets from the settings and signatures in URLs with {@code ***}. */
  String redact(String text) {
    String shown = text;
    for (String secret : options.secrets) {
      shown = shown.replace(secret, "***");
    }
    return SIGNATURE.matcher(shown).replaceAll("***");
  }
}
