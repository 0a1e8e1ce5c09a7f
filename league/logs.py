"""What a line of the log looks like: readable on a console, JSON where machines read it."""

import logging

import structlog

_SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def formatter(json: bool) -> logging.Formatter:
    """The formatter of every handler; also points structlog's own loggers at the standard ones."""
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if json
        else structlog.dev.ConsoleRenderer(
            colors=False,
            pad_event_to=0,
            # The richer one prints local variables: bodies of requests, passwords in them.
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    last = [structlog.processors.format_exc_info] if json else []
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last, renderer],
    )
