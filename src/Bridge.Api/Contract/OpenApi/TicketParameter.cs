using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Contract.OpenApi;

/// <summary>The query parameter with the secret of a ticket. The guard checks it, and endpoints don't read it.</summary>
internal static class TicketParameter
{
    /// <summary>Its name, in any case.</summary>
    public const string Name = "ticket";

    /// <summary>Gets its description.</summary>
    public static ParameterNote Note { get; } =
        new(Name, "The secret of a ticket (POST …/tickets), for clients that can't send a token.", "") { Rule = new TextRule() };
}
