"""Which SQL may be asked of a run: one SELECT, or EXPLAIN of one, that reads nothing but the run's tables.

The parser of DuckDB says what a text is. A SELECT is then looked at node by node, since DuckDB 2 lets INSERT and COPY
stand inside a WITH. An EXPLAIN is never run as it was written: what it explains is parsed by itself, as a SELECT must
be, and put behind an EXPLAIN of our own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.defects import BadInput, Defect

__all__ = ["readable"]

_HINT = "use SELECT, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE or EXPLAIN"
_NODES = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})
_TABLE_FUNCTIONS = frozenset(
    {
        "range", "generate_series", "unnest", "json_each", "json_tree", "repeat", "repeat_row", "histogram",
        "histogram_values", "summary", "duckdb_columns", "duckdb_tables", "duckdb_views", "duckdb_functions",
        "duckdb_types", "duckdb_keywords", "pragma_table_info", "pragma_version",
    }
)  # fmt: skip
"""What may stand behind FROM with parentheses; everything else could open a file, or run SQL out of sight."""
_FUNCTIONS = frozenset({"write_log", "getenv", "setval", "nextval", "json_execute_serialized_sql"})
"""What may not be called."""
_FORMATS = frozenset({"TEXT", "JSON", "HTML", "GRAPHVIZ", "YAML", "MERMAID"})
_LONGEST_SHOWN = 80


def readable(sql: str) -> str:
    """The text to run for what was asked. Raises `BadInput` for all that is more than reading the run's tables."""
    import duckdb

    try:
        sql.encode()
        kind = _kind(sql)
        if kind == duckdb.StatementType.SELECT:
            _check_select(sql)
            return sql
        if kind == duckdb.StatementType.EXPLAIN:
            return _explained(sql)
    except (duckdb.Error, UnicodeError) as error:
        raise _refused(str(error).strip()) from None
    name = "PIVOT without IN" if kind == duckdb.StatementType.MULTI else kind.name
    raise _refused(f"{name} is not a reading statement; the run's folder is read only", sql)


def _kind(sql: str) -> Any:
    """The type of the one statement that the text holds."""
    import duckdb

    statements = duckdb.extract_statements(sql)
    if len(statements) != 1:
        raise _refused(f"expected one statement, found {len(statements)}", sql)
    return statements[0].type


def _explained(sql: str) -> str:
    """An EXPLAIN of our own of the SELECT that the text explains."""
    import duckdb

    text = sql.encode()
    tokens = duckdb.tokenize(sql)
    ends = [*(at for at, _ in tokens[1:]), len(text)]
    pieces = [
        (at, text[at:end].decode().strip().upper())
        for (at, kind), end in zip(tokens, ends, strict=True)
        if kind != duckdb.token_type.comment
    ]
    words = [word for _, word in pieces]
    rest, options = 1, []
    if words[rest] in ("ANALYZE", "ANALYSE"):
        rest, options = rest + 1, ["ANALYZE"]
    if words[rest] == "(" and words[rest + 1] == "FORMAT" and words[rest + 3] == ")":
        if words[rest + 2] not in _FORMATS:
            raise _refused(f"there is no format {words[rest + 2].lower()!r} of an EXPLAIN", sql)
        options.append(f"(FORMAT {words[rest + 2].lower()})")
        rest += 4
    inner = text[pieces[rest][0] :].decode()
    if _kind(inner) != duckdb.StatementType.SELECT:
        raise _refused("EXPLAIN is for a reading statement", sql)
    _check_select(inner)
    return " ".join(["EXPLAIN", *options, inner])


def _check_select(sql: str) -> None:
    """Look at every node of a SELECT."""
    import duckdb

    with duckdb.connect(config={"memory_limit": "256MB"}) as parser:
        row = parser.execute("SELECT json_serialize_sql($1)", [sql]).fetchone()
    try:
        parsed = json.loads(row[0]) if row else {"error": True}
    except RecursionError:
        raise _refused("is nested too deeply", sql) from None
    if parsed["error"]:
        raise _refused(str(parsed.get("error_message", "cannot be parsed")), sql)
    for node in _nodes(parsed["statements"]):
        kind = str(node.get("type", ""))
        if kind.endswith("_NODE") and kind not in _NODES:
            word = kind.partition("_")[0]
            raise _refused(f"{word} inside a query is not reading; the run's folder is read only", sql)
        function = node.get("function")
        if kind == "TABLE_FUNCTION" and isinstance(function, dict):
            _check_function(str(function.get("function_name", "")).lower(), _TABLE_FUNCTIONS, sql)
        elif kind == "FUNCTION" and str(node.get("function_name", "")).lower() in _FUNCTIONS:
            raise _refused(f"{node['function_name']}() does more than read the run", sql)


def _check_function(name: str, known: frozenset[str], sql: str) -> None:
    if name not in known:
        raise _refused(
            f"{name}() may reach beyond the run; ask its views: units, games, options, verdicts ...", sql
        )


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a parsed statement; without recursion, as deep as queries go."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def _refused(rule: str, sql: str | None = None) -> BadInput:
    shown = sql if sql is None or len(sql) <= _LONGEST_SHOWN else f"{sql[:_LONGEST_SHOWN]}..."
    return BadInput([Defect("sql", "", shown, rule, _HINT if sql is not None else "")])
