package io.azulejo.testkit;

import io.azulejo.testkit.FaultProxy.Exchange;
import io.azulejo.testkit.FaultProxy.Fault;
import io.azulejo.testkit.FaultProxy.Request;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ways in which a request to an S3 server can fail. */
public enum RequestFault {
  /** The connection closes before the server receives the request. */
  LOST_REQUEST(request -> true, FaultProxy.lostRequest()),
  /** The server executes the request, and the connection closes before the response. */
  LOST_ANSWER(request -> true, FaultProxy.lostResponse()),
  /** The connection closes. The server receives the request late, after other requests. */
  LATE_REQUEST(request -> true, FaultProxy.lostRequest()),
  /** Status 500. The server did not execute the request. */
  ERROR(request -> true, FaultProxy.error(500, "InternalError")),
  /** Status 500, although the server executed the request. */
  DONE_BUT_ERROR(request -> true, FaultProxy.errorAfterExecution(500, "InternalError")),
  /** Status 503, which means that there are too many requests. */
  SLOW_DOWN(request -> true, FaultProxy.error(503, "SlowDown")),
  /** Status 429, which means that there are too many requests. */
  TOO_MANY_REQUESTS(request -> true, FaultProxy.error(429, "TooManyRequests")),
  /** Status 409, which means that another client is changing the same object. */
  CONFLICT(RequestFault::isCreation, FaultProxy.error(409, "ConditionalRequestConflict")),
  /** The server executes the request. The connection closes after half of the response body. */
  CUT(RequestFault::isAnsweredByABody, Exchange::relayHalf),
  /** Status 200 with an error in the body. The server did not execute the request. */
  ERROR_INSIDE(RequestFault::isAnsweredInside, RequestFault::answerInside),
  /** Status 200 with an error in the body, although the server executed the request. */
  DONE_BUT_ERROR_INSIDE(
      RequestFault::isAnsweredInside,
      exchange -> {
        exchange.forward();
        answerInside(exchange);
      });

  private static final Pattern KEY = Pattern.compile("<Key>[^<]*</Key>");

  private final Predicate<Request> which;
  private final Fault fault;

  RequestFault(Predicate<Request> which, Fault fault) {
    this.which = which;
    this.fault = fault;
  }

  /** Returns whether the fault can be applied to a request. */
  boolean fits(Request request) {
    return which.test(request);
  }

  /** Applies the fault to a request that waits for its response. */
  void inject(Exchange exchange) throws java.io.IOException {
    fault.answer(exchange);
  }

  /** Returns whether the response tells the client that the request had no effect. */
  boolean isRefusal() {
    return this == SLOW_DOWN || this == TOO_MANY_REQUESTS || this == CONFLICT;
  }

  /**
   * Returns whether the server executes the request immediately, although the client sees a
   * failure.
   */
  boolean isDone() {
    return this == LOST_ANSWER
        || this == DONE_BUT_ERROR
        || this == CUT
        || this == DONE_BUT_ERROR_INSIDE;
  }

  /** Returns whether a request creates an object on the condition that it does not exist yet. */
  static boolean isCreation(Request request) {
    return request.headers().containsKey("If-None-Match");
  }

  /** Returns whether a request deletes one or more objects. */
  static boolean isDeletion(Request request) {
    return request.method().equals("DELETE")
        || (request.method().equals("POST") && request.query().startsWith("delete"));
  }

  private static boolean isAnsweredByABody(Request request) {
    return request.method().equals("GET")
        || request.method().equals("POST")
        || request.headers().containsKey("x-amz-copy-source");
  }

  /** Returns whether S3 starts to respond to the request before it knows the outcome. */
  private static boolean isAnsweredInside(Request request) {
    return (request.method().equals("POST") && !request.query().startsWith("uploads"))
        || request.headers().containsKey("x-amz-copy-source");
  }

  private static void answerInside(Exchange exchange) throws java.io.IOException {
    String error = "<Code>InternalError</Code><Message>made up by a test</Message>";
    String body = "<Error>" + error + "</Error>";
    if (isDeletion(exchange.request())) {
      StringBuilder errors = new StringBuilder("<DeleteResult>");
      Matcher key = KEY.matcher(exchange.text());
      while (key.find()) {
        errors.append("<Error>").append(key.group()).append(error).append("</Error>");
      }
      body = errors.append("</DeleteResult>").toString();
    }
    exchange.answer(
        200,
        Map.of("Content-Type", "application/xml"),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + body);
  }
}
