package io.azulejo.azure;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Makes exceptions of the engine of those of the SDK: with the request, the answer in the store's
 * own words, and what to try. Shows no secret, neither by itself nor by its cause.
 */
final class AzureFailures {
  /** Requests for which a blob has to be there. */
  private static final Set<String> READS = Set.of("GET", "HEAD");

  /** Answers that a name is taken. */
  private static final Set<String> TAKEN =
      Set.of("BlobAlreadyExists", "ConditionNotMet", "TargetConditionNotMet", "PathAlreadyExists");

  private static final Set<Integer> BY_CHANCE = Set.of(408, 429, 500, 502, 503, 504);

  /** The first line of what the store says. */
  private static final Pattern MESSAGE = Pattern.compile("<Message>([^<\\n]*)");

  /** Signatures of URLs, those that were made here among them. */
  private static final Pattern SIGNATURE = Pattern.compile("(?<=\\bsig=)[^&\\s\"'<>]+");

  private final AzureOptions options;
  private final AzureConnection connection;

  AzureFailures(AzureOptions options, AzureConnection connection) {
    this.options = options;
    this.connection = connection;
  }

  /** The failure of a request of which it does not matter, or is not known, what it changed. */
  AzulejoException failed(String method, BlobName name, Throwable cause) {
    return failed(method, name, cause, false);
  }

  /**
   * The failure of a request.
   *
   * @param method such as {@code "GET"}
   * @param withoutEffect whether the store is known to have done nothing
   */
  AzulejoException failed(String method, BlobName name, Throwable cause, boolean withoutEffect) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof AzulejoException known) {
        return known;
      }
    }
    String location = name.toString();
    Throwable shown = shown(cause);
    if (READS.contains(method) && isMissingBlob(cause) && !isMissingContainer(cause)) {
      return new NotFoundException(
          "there is no file %s (%s was answered %s)".formatted(name, method, described(cause)),
          location,
          shown);
    }
    if (cause instanceof IllegalStateException && !isStoreFailure(cause)) {
      throw (IllegalStateException) cause;
    }
    String message =
        hidden("%s %s failed: %s%s".formatted(method, name, described(cause), advice(name, cause)));
    return withoutEffect || changesNothing(cause)
        ? StorageException.withoutEffect(message, location, shown, isWorthRepeating(cause))
        : new StorageException(message, location, shown, isWorthRepeating(cause));
  }

  /** What a failure says, in the store's own words where they are known. */
  String described(Throwable cause) {
    HttpResponseException answer = answer(cause);
    if (answer == null) {
      StringBuilder text = new StringBuilder();
      String last = "";
      for (Throwable t = cause; t != null; t = t.getCause()) {
        String message =
            t.getMessage() == null ? t.getClass().getSimpleName() : String.valueOf(t.getMessage());
        if (!last.contains(message)) {
          text.append(text.isEmpty() ? "" : ": ").append(message);
          last = message;
        }
      }
      return hidden(text.toString());
    }
    StringBuilder text = new StringBuilder("status ").append(answer.getResponse().getStatusCode());
    if (!code(answer).isEmpty()) {
      text.append(' ').append(code(answer));
    }
    // The service adds lines with numbers and times of its own.
    Matcher message = MESSAGE.matcher(String.valueOf(answer.getMessage()));
    if (message.find()) {
      text.append(": ").append(message.group(1).strip());
    }
    String request = header(answer, HttpHeaderName.fromString("x-ms-request-id"));
    if (!request.isEmpty()) {
      text.append(" (request ").append(request).append(')');
    }
    return hidden(text.toString());
  }

  private String advice(BlobName name, Throwable cause) {
    HttpResponseException answer = answer(cause);
    if (answer == null) {
      return clientAdvice(cause);
    }
    String code = code(answer);
    return switch (answer.getResponse().getStatusCode()) {
      case 401, 403 -> rightsAdvice(name, code);
      case 404 ->
          code.equals("ContainerNotFound")
              ? "; look at the name of the container \"%s\" and of the account; containers that are"
                      .formatted(name.container())
                  + " not public are not there for those without credentials"
                  + withoutCredentials()
              : "";
      case 409 ->
          code.equals("PublicAccessNotPermitted")
              ? "; the account wants credentials" + withoutCredentials()
              : "";
      case 429, 503 ->
          "; the store asks for fewer requests: try vfs.azure.max_parallel_ops below "
              + options.parallel;
      default -> "";
    };
  }

  private String rightsAdvice(BlobName name, String code) {
    if (options.anonymous) {
      return "; nobody signed this (azulejo.azure.anonymous=true), and the container wants that";
    }
    if (!connection.identityMissing().isEmpty()) {
      return withoutCredentials();
    }
    if (code.equals("AuthenticationFailed") && options.sas.isPresent()) {
      return "; has the signature (vfs.azure.storage_sas_token) expired, and is it for this"
          + " account?";
    }
    if (code.equals("AuthenticationFailed")) {
      return "; is vfs.azure.storage_account_key the key of this account, and the clock of this"
          + " machine right?";
    }
    return "; whoever asks needs the role \"Storage Blob Data Reader\" (to write, \"Contributor\") for "
        + name.container()
        + ", or a signature with such rights; for a public container, try"
        + " azulejo.azure.anonymous=true";
  }

  private String withoutCredentials() {
    String missing = connection.identityMissing();
    return missing.isEmpty()
        ? ""
        : "; no credentials were found: give vfs.azure.storage_account_key or"
            + " vfs.azure.storage_sas_token, or sign in (az login)";
  }

  private String clientAdvice(Throwable cause) {
    if (find(cause, ClientAuthenticationException.class)) {
      return "; sign in again (az login), or give vfs.azure.storage_account_key or"
          + " vfs.azure.storage_sas_token";
    }
    if (isUnconnected(cause)) {
      return "; look at the name of the account"
          + options.endpoint.map(uri -> ", at vfs.azure.blob_endpoint, " + uri + ",").orElse("")
          + " and at the network";
    }
    return "";
  }

  /** The answer of the store among the causes; null where there was none. */
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
        || find(cause, IOException.class)
        || find(cause, TimeoutException.class)
        || find(cause, HttpResponseException.class)
        || find(cause, InterruptedException.class);
  }

  /** The store's own word for a failure; empty where there is none. */
  static String code(Throwable cause) {
    return header(cause, HttpHeaderName.fromString("x-ms-error-code"));
  }

  /** A header of the answer; empty where there is none. */
  static String header(Throwable cause, HttpHeaderName name) {
    HttpResponseException answer = answer(cause);
    String value = answer == null ? null : answer.getResponse().getHeaderValue(name);
    return value == null ? "" : value;
  }

  /** The status of the answer; 0 where there was none. */
  static int status(Throwable cause) {
    HttpResponseException answer = answer(cause);
    return answer == null ? 0 : answer.getResponse().getStatusCode();
  }

  /** Whether the answer is that there is no such blob. */
  static boolean isMissingBlob(Throwable cause) {
    return status(cause) == 404;
  }

  static boolean isMissingContainer(Throwable cause) {
    return code(cause).equals("ContainerNotFound");
  }

  /** Whether the answer is that the condition of a creation does not hold. */
  static boolean isTaken(Throwable cause) {
    int status = status(cause);
    return (status == 409 || status == 412) && TAKEN.contains(code(cause));
  }

  /** Whether another attempt may succeed. */
  static boolean isWorthRepeating(Throwable cause) {
    if (find(cause, InterruptedException.class)) {
      return false;
    }
    int status = status(cause);
    return status == 0
        ? find(cause, IOException.class) || find(cause, TimeoutException.class)
        : BY_CHANCE.contains(status);
  }

  /**
   * Whether an attempt is known to have changed nothing and to have nothing on its way that could:
   * the store refused it, or was never reached.
   */
  static boolean changesNothing(Throwable cause) {
    int status = status(cause);
    if (status == 0) {
      return isUnconnected(cause)
          || find(cause, ClientAuthenticationException.class)
          || !isStoreFailure(cause);
    }
    return (status >= 300 && status < 500 && status != 408)
        || status == 501
        || (status == 503 && code(cause).equals("ServerBusy"));
  }

  private static boolean isUnconnected(Throwable cause) {
    return find(cause, ConnectException.class)
        || find(cause, HttpConnectTimeoutException.class)
        || find(cause, UnknownHostException.class)
        || find(cause, UnresolvedAddressException.class)
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

  /** A text without the secrets of the settings, and without signatures. */
  String hidden(String text) {
    String shown = text;
    for (String secret : options.secrets) {
      shown = shown.replace(secret, "***");
    }
    return SIGNATURE.matcher(shown).replaceAll("***");
  }

  /** The cause, unless a secret is seen in it or in one of its own causes: then its kind alone. */
  @Nullable Throwable shown(Throwable cause) {
    StringWriter text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text));
    String all = text.toString();
    return all.equals(hidden(all)) ? cause : null;
  }
}
