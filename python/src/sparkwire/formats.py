"""The formats and the arguments of their functions, for the command line and the Python API."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import sparkwire.functions as wire
from sparkwire._call import schema_text
from sparkwire.errors import InvalidCall, did_you_mean

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName

# Parameters that are handled apart: the input, and the options, which have --option.
APART = ("value", "options")
# The options that only functions for several messages in a value have.
OF_ALL = ("resync",)
# Formats whose values hold many messages, besides those with a function `…_decode_all`.
LISTS = ("kafka_records", "kafka_tags")


@dataclass(frozen=True)
class Parameter:
    """One parameter of a format's functions besides the value and the options.

    Attributes
    ----------
    name : str
        The name, the same as in SQL.
    is_required : bool
        Whether the functions have no default for it.
    is_schema : bool
        Whether it is a constant text that determines the result type.
    is_number : bool
        Whether it is an integer.
    """

    name: str
    is_required: bool
    is_schema: bool
    is_number: bool

    @property
    def takes_columns(self) -> bool:
        """Whether the argument may be a column, not only a constant."""
        return not self.is_schema


@cache
def formats() -> tuple[str, ...]:
    """List the formats that can be decoded from one value: those with decode and dissect."""
    names = [name.removesuffix("_dissect") for name in dir(wire) if name.endswith("_dissect")]
    return tuple(
        name
        for name in names
        if hasattr(wire, f"{name}_decode")
        and "value" in inspect.signature(getattr(wire, f"{name}_decode")).parameters
    )


@cache
def parameters(format: str, verb: str = "decode") -> dict[str, Parameter]:
    """Return the parameters of a format by name, without the value and the options.

    `verb` is ``decode`` or ``encode``.
    """
    signature = inspect.signature(getattr(wire, f"{format}_{verb}"))
    return {
        name: Parameter(
            name,
            is_required=parameter.default is parameter.empty,
            # Annotations are strings here; a parameter that takes columns has `ColumnOrName`.
            is_schema="ColumnOrName" not in str(parameter.annotation),
            is_number=str(parameter.annotation).startswith("int"),
        )
        for name, parameter in signature.parameters.items()
        if name not in APART
    }


class MissingArgument(InvalidCall):
    """A call that lacks a required argument."""

    def __init__(self, format: str, parameter: Parameter) -> None:
        super().__init__(f"{format} needs the argument {parameter.name}.")
        self.format = format
        self.parameter = parameter


@dataclass(frozen=True)
class Call:
    """A format and the constant arguments of its functions, without the value.

    Attributes
    ----------
    format : str
        One of `formats`.
    arguments : dict
        The arguments by their SQL names.
    options : dict
        The options of the functions, as strings.
    verb : str
        The operation of the functions, ``decode`` or ``encode``.
    """

    format: str
    arguments: dict[str, Any] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    verb: str = "decode"

    @property
    def single(self) -> Call:
        """The call for the functions that take one message."""
        return replace(
            self, options={key: at for key, at in self.options.items() if key not in OF_ALL}
        )

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters that the arguments are for."""
        return parameters(self.format, self.verb)

    @property
    def way_back(self) -> Call:
        """The call of decoding whose result this call of encoding takes.

        A decoding that needs an argument which encoding does not know lacks it, see `open_inputs`.
        """
        there = parameters(self.format)
        schema = next((one.name for one in there.values() if one.is_schema), None)
        given = {
            (schema if name == "schema" and schema else name): value
            for name, value in self.arguments.items()
        }
        return Call(self.format, {name: one for name, one in given.items() if name in there})

    @property
    def open_inputs(self) -> tuple[str, ...]:
        """The required parameters that take columns and have no constant."""
        return tuple(
            one.name
            for one in self.parameters.values()
            if one.takes_columns and one.is_required and one.name not in self.arguments
        )

    @classmethod
    def of(
        cls,
        format: str,
        arguments: Mapping[str, Any],
        columns: tuple[str, ...] = (),
        verb: str = "decode",
    ) -> Call:
        """Create a call from Python arguments, after a check of their names.

        Parameters
        ----------
        format : str
            The format, in any case.
        arguments : dict
            The constants by parameter name; ``options`` may be one of them.
        columns : tuple of str
            The parameters that will be passed as columns.
        verb : str
            The operation, ``decode`` or ``encode``.
        """
        call = cls(
            known(format),
            {
                name: schema_text(value)
                for name, value in arguments.items()
                if name != "options" and value is not None
            },
            {key: _option(value) for key, value in (arguments.get("options") or {}).items()},
            verb,
        )
        call.check_names()
        call.check_complete(columns)
        return call

    def check_names(self) -> None:
        """Reject arguments that the format does not have."""
        there = self.parameters
        for name in self.arguments:
            if name not in there:
                takes = [*there, "options"]
                raise InvalidCall(
                    f"{self.format} takes no argument {name}.{did_you_mean(name, takes)}"
                    f" Accepted: {', '.join(takes)}."
                )

    def check_complete(self, columns: tuple[str, ...] = ()) -> None:
        """Reject a call that lacks a required argument; `columns` of a table count as given."""
        for parameter in self.parameters.values():
            given = parameter.name in self.arguments or (
                parameter.takes_columns and parameter.name in columns
            )
            if parameter.is_required and not given:
                raise MissingArgument(self.format, parameter)

    def constants(self, value: bytes | None) -> dict[str, Any]:
        """Return all arguments for one value, for a call without Spark."""
        given = {"value": value, **self.arguments}
        return given | ({"options": self.options} if self.options else {})

    def column(
        self, function: str, value: ColumnOrName, columns: Mapping[str, Column] | None = None
    ) -> Column:
        """Call the Python wrapper of one of the format's functions.

        Parameters
        ----------
        function : str
            The name of the function, such as ``try_databus_decode``.
        value : Column or str
            The column of bytes.
        columns : dict, optional
            The columns for arguments that are not constant.
        """
        from pyspark.sql import functions as F

        there = self.parameters
        given = {
            name: F.lit(constant)
            if there[name].takes_columns and not isinstance(constant, Mapping)
            else constant
            for name, constant in self.arguments.items()
        }
        for name, column in (columns or {}).items():
            if name in there and there[name].takes_columns and name not in given:
                given[name] = column.cast("INT") if there[name].is_number else column
        called: Column = getattr(wire, function)(value=value, **given, options=self.options or None)
        return called


def known(format: str) -> str:
    """Return the name of a format in lower case, or reject an unknown one."""
    name = format.lower()
    if name not in formats():
        near = did_you_mean(name, formats())
        there = f"{'There' if near else 'there'} are: {', '.join(formats())}."
        raise InvalidCall(f"no format {format}{'.' if near else ';'}{near} {there}")
    return name


def holds_many(format: str) -> bool:
    """Return whether one value of a format may hold many messages."""
    return format in LISTS or hasattr(wire, f"{format}_decode_all")


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
